# Text is counted in code points, whatever it looks like.
import unicodedata
texts = ["é", "e\u0301", "😀", "👩‍👩‍👧", "🇩🇪", "ﬁ", "文字"]
composed = [unicodedata.normalize("NFC", t) for t in texts]
return [[len(t) for t in texts], [len(t.encode()) for t in texts], [len(t.encode("utf-16-le")) // 2 for t in texts], len(composed[1]), composed[0] == composed[1]]
#= [[1,2,1,5,2,1,2],[2,3,4,18,8,3,6],[1,2,2,8,4,1,2],1,true]
