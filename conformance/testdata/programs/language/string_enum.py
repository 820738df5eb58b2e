# A member of a str enum is its text wherever text is asked for.
import enum, json
class Level(str, enum.Enum):
    LOW = "low"
    HIGH = "high"
return [Level.LOW == "low", Level("high").name, json.dumps({"level": Level.HIGH}), "".join([Level.LOW, "!"]), Level.LOW.upper(), {"low": 1}[Level.LOW]]
#= [true,"HIGH","{\"level\": \"high\"}","low!","LOW",1]
