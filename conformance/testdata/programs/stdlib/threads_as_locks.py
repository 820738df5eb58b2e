# Locks, queues and local data of the threading module work without a second thread.
import threading, queue
lock, r = threading.Lock(), threading.RLock()
with lock:
    second = lock.acquire(blocking=False)
with r, r:
    nested = True
e = threading.Event()
e.set()
q = queue.PriorityQueue()
for n in (3, 1, 2): q.put(n)
try:
    queue.Queue().get_nowait()
except queue.Empty:
    empty = True
try:
    full = queue.Queue(1)
    full.put(1)
    full.put_nowait(2)
except queue.Full:
    pass
local = threading.local()
local.x = 1
s = threading.Semaphore(1)
return [second, nested, e.wait(0), [q.get() for _ in range(3)], empty, local.x, s.acquire(timeout=0), s.acquire(blocking=False), threading.current_thread() is threading.main_thread(), threading.active_count()]
#= [false,true,true,[1,2,3],true,1,true,false,true,1]
