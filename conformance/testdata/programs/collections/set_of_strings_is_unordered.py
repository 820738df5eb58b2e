# A set of strings has every member once, and is sorted to be shown.
words = "the cat and the dog and the bird".split()
unique = set(words)
in_order = list(dict.fromkeys(words))
return [len(unique), sorted(unique), in_order, sorted(unique) == sorted(in_order), "cat" in unique]
#= [5,["and","bird","cat","dog","the"],["the","cat","and","dog","bird"],true,true]
