# Quotes, backslashes and control characters are escaped, the rest is not.
return ["\"", "\\", "/", "\b\f\n\r\t", "\x00\x1f", "\x7f\x80", "<script>&", "\u2028\u2029"]
#="[\"\\\"\",\"\\\\\",\"/\",\"\\b\\f\\n\\r\\t\",\"\\u0000\\u001f\",\"\u007f\u0080\",\"<script>&\",\"\u2028\u2029\"]"
