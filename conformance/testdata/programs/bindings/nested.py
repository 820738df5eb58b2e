# Nested arguments arrive as they are.
query = {"filter": {"and": [{"age": {"gte": 18}}, {"not": {"name": None}}]}, "limit": 10, "fields": []}
answer = await tools.echo(query)
return [answer == query, answer is query, answer["filter"]["and"][0]["age"]["gte"]]
#@ tools.echo {"filter":{"and":[{"age":{"gte":18}},{"not":{"name":null}}]},"limit":10,"fields":[]}
#= [true,false,18]
