"""What the product is for: several calls at once, one that fails, an answer computed here.

The host binds shop.order({"id": n}), which knows the orders 1 to 5.
"""
import asyncio
from statistics import mean


async def fetch(number):
    try:
        return await shop.order({"id": number})
    except ShopError as problem:
        print(f"skipped order {number}: {problem} ({problem.call})")
        return None


orders = [order for order in await asyncio.gather(*map(fetch, range(1, 8))) if order]
totals = {order["id"]: order["price"] * order["count"] for order in orders}
best = max(totals, key=totals.get)
print(f"{len(orders)} orders, mean total {mean(totals.values()):.2f}")
return {"best": best, "total": totals[best], "skipped": 7 - len(orders)}
