# The kernel of a small operating system hands packets between tasks: objects, queues, methods.
# answer: [69876,27946]
IDLE, WORKER, HANDLER_A, HANDLER_B, DEVICE_A, DEVICE_B = range(6)
WORK, FROM_DEVICE = range(2)

class Packet:
    __slots__ = ("next", "owner", "kind", "datum", "data")

    def __init__(self, next, owner, kind):
        self.next = next
        self.owner = owner
        self.kind = kind
        self.datum = 0
        self.data = [0] * 4

def append(packet, queue):
    packet.next = None
    if queue is None:
        return packet
    last = queue
    while last.next is not None:
        last = last.next
    last.next = packet
    return queue

class Task:
    def __init__(self, kernel, name, priority, queue):
        self.kernel = kernel
        self.name = name
        self.priority = priority
        self.queue = queue
        self.held = False
        self.waiting = queue is None
        self.last = None
        kernel.tasks[name] = self

    def runnable(self):
        return not self.held and (not self.waiting or self.queue is not None)

    def turn(self):
        packet = None
        if self.waiting and self.queue is not None:
            packet = self.queue
            self.queue = packet.next
            self.waiting = False
        return self.work(packet)

    def wait(self):
        self.waiting = True
        return self

    def work(self, packet):
        raise NotImplementedError

class Idle(Task):
    def __init__(self, kernel, priority, turns):
        super().__init__(kernel, IDLE, priority, None)
        self.waiting = False
        self.turns = turns
        self.control = 1

    def work(self, packet):
        self.turns -= 1
        if self.turns == 0:
            self.held = True
            return self
        if self.control & 1 == 0:
            self.control >>= 1
            return self.kernel.release(DEVICE_A)
        self.control = self.control >> 1 ^ 0xD008
        return self.kernel.release(DEVICE_B)

class Worker(Task):
    def __init__(self, kernel, priority, queue):
        super().__init__(kernel, WORKER, priority, queue)
        self.target = HANDLER_A
        self.count = 0

    def work(self, packet):
        if packet is None:
            return self.wait()
        self.target = HANDLER_B if self.target == HANDLER_A else HANDLER_A
        packet.owner = self.target
        packet.datum = 0
        for i in range(4):
            self.count = self.count % 26 + 1
            packet.data[i] = 64 + self.count
        return self.kernel.send(packet)

class Handler(Task):
    def __init__(self, kernel, name, priority, queue):
        super().__init__(kernel, name, priority, queue)
        self.works = None
        self.devices = None

    def work(self, packet):
        if packet is not None:
            if packet.kind == WORK:
                self.works = append(packet, self.works)
            else:
                self.devices = append(packet, self.devices)
        work = self.works
        if work is not None:
            if work.datum >= 4:
                self.works = work.next
                return self.kernel.send(work)
            device = self.devices
            if device is not None:
                self.devices = device.next
                device.datum = work.data[work.datum]
                work.datum += 1
                return self.kernel.send(device)
        return self.wait()

class Device(Task):
    def __init__(self, kernel, name, priority):
        super().__init__(kernel, name, priority, None)

    def work(self, packet):
        if packet is None:
            if self.last is None:
                return self.wait()
            packet, self.last = self.last, None
            return self.kernel.send(packet)
        self.last = packet
        self.held = True
        return self

class Kernel:
    def __init__(self):
        self.tasks = [None] * 6
        self.sent = self.holds = 0
        self.current = None

    def send(self, packet):
        receiver = self.tasks[packet.owner]
        self.sent += 1
        packet.next = None
        packet.owner = self.current.name
        receiver.queue = append(packet, receiver.queue)
        return receiver if receiver.priority > self.current.priority else self.current

    def release(self, name):
        task = self.tasks[name]
        if task.held:
            self.holds += 1
        task.held = False
        return task if task.priority > self.current.priority else self.current

    def schedule(self):
        order = sorted(self.tasks, key=lambda task: -task.priority)
        task = order[0]
        while True:
            while not task.runnable():
                task = next((t for t in order if t.runnable()), None)
                if task is None:
                    return
            self.current = task
            task = task.turn()

def packets(count, owner, kind):
    queue = None
    for _ in range(count):
        queue = Packet(queue, owner, kind)
    return queue

kernel = Kernel()
Idle(kernel, 0, 30000)
Worker(kernel, 1000, packets(2, WORKER, WORK))
Handler(kernel, HANDLER_A, 2000, packets(3, DEVICE_A, FROM_DEVICE))
Handler(kernel, HANDLER_B, 3000, packets(3, DEVICE_B, FROM_DEVICE))
Device(kernel, DEVICE_A, 4000)
Device(kernel, DEVICE_B, 5000)
kernel.schedule()
return [kernel.sent, kernel.holds]
