# A chain and a star of one-way constraints are planned and solved: classes, inheritance, dispatch.
# answer: [100,[3818280,5]]
REQUIRED, STRONG, MEDIUM, WEAK, WEAKEST = range(5)

class Variable:
    def __init__(self, value):
        self.value = value
        self.constraints = []
        self.determined_by = None
        self.mark = 0
        self.strength = WEAKEST
        self.stay = True

class Constraint:
    def __init__(self, strength):
        self.strength = strength

    def is_input(self):
        return False

    def satisfy(self, planner, mark):
        self.choose(mark)
        if not self.satisfied():
            if self.strength == REQUIRED:
                raise ValueError("a required constraint cannot be satisfied")
            return None
        for variable in self.inputs():
            variable.mark = mark
        overridden = self.output().determined_by
        if overridden is not None:
            overridden.unsatisfy()
        self.output().determined_by = self
        planner.propagate(self, mark)
        self.output().mark = mark
        return overridden

class Unary(Constraint):
    def __init__(self, planner, variable, strength):
        super().__init__(strength)
        self.variable = variable
        self.on = False
        variable.constraints.append(self)
        planner.add(self)

    def choose(self, mark):
        self.on = self.variable.mark != mark and self.strength < self.variable.strength

    def satisfied(self):
        return self.on

    def unsatisfy(self):
        self.on = False

    def inputs(self):
        return ()

    def output(self):
        return self.variable

    def known(self, mark):
        return True

    def recalculate(self):
        self.variable.strength = self.strength
        self.variable.stay = not self.is_input()
        if self.variable.stay:
            self.execute()

class Stay(Unary):
    def execute(self):
        pass

class Edit(Unary):
    def is_input(self):
        return True

    def execute(self):
        pass

class Binary(Constraint):
    def __init__(self, planner, first, second, strength):
        super().__init__(strength)
        self.first, self.second = first, second
        self.direction = 0
        for variable in self.ends():
            variable.constraints.append(self)
        planner.add(self)

    def ends(self):
        return (self.first, self.second)

    def choose(self, mark):
        first, second = self.first, self.second
        self.direction = 0
        if first.mark == mark:
            if second.mark != mark and self.strength < second.strength:
                self.direction = 1
        elif second.mark == mark:
            if self.strength < first.strength:
                self.direction = -1
        elif first.strength > second.strength:
            if self.strength < first.strength:
                self.direction = -1
        elif self.strength < second.strength:
            self.direction = 1

    def satisfied(self):
        return self.direction != 0

    def unsatisfy(self):
        self.direction = 0

    def input(self):
        return self.first if self.direction > 0 else self.second

    def output(self):
        return self.second if self.direction > 0 else self.first

    def inputs(self):
        return (self.input(),)

    def known(self, mark):
        variable = self.input()
        return variable.mark == mark or variable.stay or variable.determined_by is None

    def recalculate(self):
        source, target = self.input(), self.output()
        target.strength = max(self.strength, source.strength)
        target.stay = source.stay
        if target.stay:
            self.execute()

class Equal(Binary):
    def execute(self):
        self.output().value = self.input().value

class Scale(Binary):
    def __init__(self, planner, source, factor, offset, target, strength):
        self.factor, self.offset = factor, offset
        super().__init__(planner, source, target, strength)

    def ends(self):
        return (self.first, self.second, self.factor, self.offset)

    def inputs(self):
        return (self.input(), self.factor, self.offset)

    def execute(self):
        if self.direction > 0:
            self.second.value = self.first.value * self.factor.value + self.offset.value
        else:
            self.first.value = (self.second.value - self.offset.value) // self.factor.value

    def recalculate(self):
        source, target = self.input(), self.output()
        target.strength = max(self.strength, source.strength)
        target.stay = source.stay and self.factor.stay and self.offset.stay
        if target.stay:
            self.execute()

class Planner:
    def __init__(self):
        self.mark = 0

    def next_mark(self):
        self.mark += 1
        return self.mark

    def add(self, constraint):
        mark = self.next_mark()
        overridden = constraint.satisfy(self, mark)
        while overridden is not None:
            overridden = overridden.satisfy(self, mark)

    def remove(self, constraint):
        target = constraint.output()
        constraint.unsatisfy()
        target.constraints.remove(constraint)
        target.determined_by, target.strength, target.stay = None, WEAKEST, True
        loose, todo = [], [target]
        while todo:
            variable = todo.pop()
            loose += [c for c in variable.constraints if not c.satisfied()]
            for c in self.consumers(variable):
                c.recalculate()
                todo.append(c.output())
        for c in sorted(loose, key=lambda c: c.strength):
            self.add(c)

    def consumers(self, variable):
        by = variable.determined_by
        return [c for c in variable.constraints if c is not by and c.satisfied()]

    def propagate(self, constraint, mark):
        todo = [constraint]
        while todo:
            c = todo.pop()
            if c is not constraint and c.output().mark == mark:
                raise ValueError("a cycle")
            c.recalculate()
            todo += self.consumers(c.output())

    def plan(self, sources):
        mark = self.next_mark()
        plan, hot = [], [c for c in sources if c.is_input() and c.satisfied()]
        while hot:
            c = hot.pop()
            if c.output().mark != mark and c.known(mark):
                plan.append(c)
                c.output().mark = mark
                hot += self.consumers(c.output())
        return plan

def change(planner, variable, values):
    edit = Edit(planner, variable, STRONG)
    plan = planner.plan([edit])
    for value in values:
        variable.value = value
        for constraint in plan:
            constraint.execute()
    planner.remove(edit)

def chain(length):
    planner = Planner()
    variables = [Variable(0) for _ in range(length + 1)]
    for first, second in zip(variables, variables[1:]):
        Equal(planner, first, second, REQUIRED)
    Stay(planner, variables[-1], MEDIUM)
    change(planner, variables[0], range(1, 101))
    return variables[-1].value

def star(count):
    planner = Planner()
    factor, offset = Variable(10), Variable(1000)
    targets = []
    for i in range(count):
        source, target = Variable(i), Variable(i)
        Stay(planner, source, WEAK)
        Scale(planner, source, factor, offset, target, REQUIRED)
        targets.append((source, target))
    change(planner, targets[-1][0], [17])
    change(planner, targets[-1][1], [1050])
    change(planner, factor, [5])
    change(planner, offset, [2000])
    return [sum(target.value for _, target in targets), targets[-1][0].value]

answers = [[chain(900 + turn), star(900)] for turn in range(8)]
return answers[-1]
