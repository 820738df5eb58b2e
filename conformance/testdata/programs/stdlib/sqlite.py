# SQLite keeps tables, transactions, parameters and rows by name.
import sqlite3
db = sqlite3.connect(":memory:")
db.row_factory = sqlite3.Row
db.execute("create table t (id integer primary key, name text unique, v real)")
with db:
    db.executemany("insert into t (name, v) values (?, ?)", [("a", 1.5), ("b", 2.5), ("é", None)])
try:
    with db:
        db.execute("insert into t (name) values ('z')")
        db.execute("insert into t (name) values ('a')")
except sqlite3.IntegrityError as error:
    said = str(error)
row = db.execute("select * from t where name = :n", {"n": "b"}).fetchone()
db.create_function("twice", 1, lambda x: x * 2)
return [[r["name"] for r in db.execute("select name from t order by id desc")], row.keys(), row["v"], said, db.execute("select count(*), sum(v), twice(21) from t").fetchone()[2], db.execute("select typeof(v) from t where id = 3").fetchone()[0], db.total_changes >= 3]
#= [["é","b","a"],["id","name","v"],2.5,"UNIQUE constraint failed: t.name",42,"null",true]
