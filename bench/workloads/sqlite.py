# A table in memory is filled, indexed, joined and summed.
# answer: [[["customer 236",97,2400.0],["customer 434",97,2400.0],["customer 85",97,2400.0]],117492,1599236.0]
import sqlite3

base = sqlite3.connect(":memory:")
base.execute("create table orders (id integer primary key, customer integer, amount real, note text)")
base.execute("create table customers (id integer primary key, name text)")
base.executemany("insert into customers values (?, ?)", ((i, f"customer {i}") for i in range(500)))
base.executemany(
    "insert into orders values (?, ?, ?, ?)",
    ((i, i * 7 % 500, i % 97 * 0.5, f"note {i % 31}") for i in range(50000)),
)
base.execute("create index by_customer on orders (customer)")
top = base.execute(
    "select name, count(*), sum(amount) from orders join customers on customers.id = customer"
    " where note <> 'note 7' group by customer order by 3 desc, 1 limit 3"
).fetchall()
found = 0
for i in range(1500):
    found += base.execute("select count(*) from orders where customer = ? and amount > 10", (i % 500,)).fetchone()[0]
base.execute("update orders set amount = amount * 2 where id % 3 = 0")
total = base.execute("select sum(amount) from orders").fetchone()[0]
base.close()
return [[list(row) for row in top], found, total]
