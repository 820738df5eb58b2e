# Text is ordered by code point, not by language.
words = ["zebra", "Äpfel", "apple", "Zoo", "éclair", "10", "9"]
return [sorted(words), sorted(words, key=str.casefold), "a" < "aa" < "b", "Z" < "a", "" < "a", max("häß"), min(words, key=len)]
#= [["10","9","Zoo","apple","zebra","Äpfel","éclair"],["10","9","apple","zebra","Zoo","Äpfel","éclair"],true,true,true,"ä","9"]
