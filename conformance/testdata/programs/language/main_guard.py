# The guard that scripts have at their end is true.
def main():
    return f"ran as {__name__}"
if __name__ == "__main__":
    return main()
#= "ran as __main__"
