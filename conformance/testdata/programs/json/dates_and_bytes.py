# Dates, decimals and bytes are spelled by the program.
import base64, datetime, decimal, uuid
return {"at": datetime.datetime(2024, 1, 2, 3, 4, 5).isoformat(), "price": str(decimal.Decimal("1.10")), "data": base64.b64encode(b"\0\xff").decode(), "id": str(uuid.UUID(int=1)), "took": datetime.timedelta(seconds=90).total_seconds()}
#= {"at":"2024-01-02T03:04:05","price":"1.10","data":"AP8=","id":"00000000-0000-0000-0000-000000000001","took":90}
