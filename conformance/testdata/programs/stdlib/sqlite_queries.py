# SQLite joins, groups, has windows, recursion, JSON and full text.
import sqlite3
db = sqlite3.connect(":memory:")
db.executescript("""
    create table person (id integer, name text);
    create table sale (person integer, amount integer);
    insert into person values (1, 'ann'), (2, 'bob'), (3, 'cid');
    insert into sale values (1, 10), (1, 20), (2, 5);
    create virtual table doc using fts5(text);
    insert into doc values ('the quick fox'), ('a lazy dog');
""")
q = lambda sql: [list(r) for r in db.execute(sql)]
said = []
for bad in ("select * from nowhere", "selec 1"):
    try:
        db.execute(bad)
    except sqlite3.OperationalError as error:
        said.append(str(error))
return [q("select name, coalesce(sum(amount), 0) s from person left join sale on person = id group by id having s < 30 order by s"), q("select amount, rank() over (order by amount desc) from sale"), q("with recursive n(x) as (select 1 union all select x * 2 from n where x < 50) select max(x) from n"), q("""select json_extract('{"a": [1, 2]}', '$.a[1]')"""), q("select text from doc where doc match 'lazy'"), q("select round(2.5), 7 / 2, 7 % 3, 'a' || 'b', length('é')"), said]
#= [[["cid",0],["bob",5]],[[20,1],[10,2],[5,3]],[[64]],[[2]],[["a lazy dog"]],[[3,3,1,"ab",1]],["no such table: nowhere","near \"selec\": syntax error"]]
