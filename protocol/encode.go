package protocol

import "strconv"

// AppendBoot appends a boot frame and its newline.
func AppendBoot(dst []byte, b Boot) []byte {
	dst = append(dst, `{"type":"boot","cpuSeconds":`...)
	dst = strconv.AppendInt(dst, b.CPUSeconds, 10)
	dst = append(dst, `,"addressSpaceBytes":`...)
	dst = strconv.AppendInt(dst, b.AddressSpaceBytes, 10)
	dst = append(dst, `,"maxLogBytes":`...)
	dst = strconv.AppendInt(dst, int64(b.MaxLogBytes), 10)
	dst = append(dst, `,"maxValueBytes":`...)
	dst = strconv.AppendInt(dst, int64(b.MaxValueBytes), 10)
	dst = append(dst, `,"namespaces":[`...)
	for i, namespace := range b.Namespaces {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendNamespace(dst, namespace)
	}
	return append(dst, "]}\n"...)
}

func appendNamespace(dst []byte, n Namespace) []byte {
	dst = appendQuoted(append(dst, `{"global":`...), n.Global)
	dst = append(dst, `,"names":[`...)
	for i, name := range n.Names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendQuoted(dst, name)
	}
	dst = append(dst, ']')
	if class := n.ErrorClass; class != nil {
		dst = appendQuoted(append(dst, `,"errorClass":{"name":`...), class.Name)
		dst = appendQuoted(append(dst, `,"memberNameProperty":`...), class.MemberNameProperty)
		dst = append(dst, '}')
	}
	return append(dst, '}')
}

// AppendRun appends a run frame and its newline.
func AppendRun(dst []byte, r Run) []byte {
	dst = appendQuoted(append(dst, `{"type":"run","program":`...), r.Program)
	return append(dst, "}\n"...)
}

// AppendReply appends a reply frame and its newline.
func AppendReply(dst []byte, r Reply) []byte {
	dst = appendReplyHead(dst, r.ID)
	switch {
	case !r.OK:
		dst = appendQuoted(append(dst, `,"ok":false,"message":`...), r.Message)
	case r.Value == nil:
		dst = append(dst, `,"ok":true,"value":null`...)
	default:
		dst = append(append(dst, `,"ok":true,"value":`...), r.Value...)
	}
	return append(dst, "}\n"...)
}

// AppendValueReply appends the reply frame that settles a call with a value of
// any spelling, in one pass; nil is null. Its errors are those of [Canonical];
// with an error nothing is appended.
func AppendValueReply(dst []byte, id float64, value []byte) ([]byte, error) {
	if value == nil {
		value = []byte("null")
	}
	frame := append(appendReplyHead(dst, id), `,"ok":true,"value":`...)
	frame, err := Canonical(frame, value, -1)
	if err != nil {
		return frame[:len(dst)], err
	}
	return append(frame, "}\n"...), nil
}

func appendReplyHead(dst []byte, id float64) []byte {
	return appendNumber(append(dst, `{"type":"reply","id":`...), id)
}
