# Addresses belong to networks and are counted.
import ipaddress as ip
n = ip.ip_network("192.168.0.0/29")
try:
    ip.ip_address("256.1.1.1")
except ValueError as error:
    said = str(error)
return [n.num_addresses, str(n.broadcast_address), [str(h) for h in n.hosts()][:2], ip.ip_address("192.168.0.5") in n, str(ip.ip_address("2001:db8::1").exploded), ip.ip_address("10.0.0.1").is_private, [str(s) for s in n.subnets(new_prefix=30)], int(ip.ip_address("0.0.1.0")), said]
#= [8,"192.168.0.7",["192.168.0.1","192.168.0.2"],true,"2001:0db8:0000:0000:0000:0000:0000:0001",true,["192.168.0.0/30","192.168.0.4/30"],256,"'256.1.1.1' does not appear to be an IPv4 or IPv6 address"]
