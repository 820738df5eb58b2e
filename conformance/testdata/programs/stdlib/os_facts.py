# The environment and the operating system as a program may use them.
import errno, os
os.environ["MY_KEY"] = "v"
r = [os.environ["MY_KEY"], os.getenv("NO_SUCH_KEY", "default"), os.sep, os.linesep, os.name, os.path.isabs(os.getcwd()), len(os.urandom(5)), os.path.expandvars("$MY_KEY/x"), os.fspath("p"), os.strerror(errno.ENOENT)]
del os.environ["MY_KEY"]
return r + ["MY_KEY" in os.environ]
#= ["v","default","/","\n","posix",true,5,"v/x","p","No such file or directory",false]
