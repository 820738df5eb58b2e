"""What the product is for: several calls at once, one that fails, an answer computed here.

The host binds shop.order({"id": n}), which knows the orders 1 to 5.
"""
import asyncio
from statistics import mean


async def fetch(number):
    try:
        return await shop.order({"id": number})
    except ShopError as problem:
        return f"skipped order {number}: {problem} ({problem.call})"


fetched = await asyncio.gather(*map(fetch, range(1, 8)))
orders = [order for order in fetched if isinstance(order, dict)]
for skipped in fetched:
    if isinstance(skipped, str):
        print(skipped)
totals = {order["id"]: order["price"] * order["count"] for order in orders}
best = max(totals, key=totals.get)
print(f"{len(orders)} orders, mean total {mean(totals.values()):.2f}")
return {"best": best, "total": totals[best], "skipped": len(fetched) - len(orders)}
