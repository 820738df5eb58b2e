# Source is split into tokens, parsed, disassembled and checked for keywords.
import tokenize, io, ast, keyword, dis, reprlib, symtable
tokens = [t.string for t in tokenize.generate_tokens(io.StringIO("x = 'a' + 1  # c\n").readline) if t.string.strip()]
tree = ast.parse("def f(a):\n    return a + 1")
calls = [n.func.id for n in ast.walk(ast.parse("f(g(1), h)")) if isinstance(n, ast.Call)]
class Rename(ast.NodeTransformer):
    def visit_Name(self, node): return ast.Name("y", node.ctx)
ops = {i.opname for i in dis.get_instructions(compile("x", "<t>", "eval"))}
return [tokens, tree.body[0].name, calls, ast.unparse(Rename().visit(ast.parse("x + x * 2"))), keyword.iskeyword("async"), keyword.issoftkeyword("match"), "LOAD_NAME" in ops, reprlib.repr(list(range(100))), symtable.symtable("x = 1", "t", "exec").get_symbols()[0].get_name(), ast.dump(ast.parse("1", mode="eval").body)]
#= [["x","=","'a'","+","1","# c"],"f",["f","g"],"y + y * 2",true,true,true,"[0, 1, 2, 3, 4, 5, ...]","x","Constant(value=1)"]
