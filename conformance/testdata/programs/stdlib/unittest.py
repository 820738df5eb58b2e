# Tests run in a program and say how many failed.
import unittest, io
class T(unittest.TestCase):
    def setUp(self): self.x = [1]
    def test_good(self): self.assertEqual(self.x, [1])
    def test_raises(self):
        with self.assertRaisesRegex(ValueError, "inv.*"): int("x")
    def test_bad(self): self.assertIn(2, self.x)
    @unittest.skip("later")
    def test_skipped(self): pass
    def test_sub(self):
        for i in range(3):
            with self.subTest(i=i): self.assertLess(i, 2)
result = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
return [len(result.failures), len(result.errors), len(result.skipped), result.wasSuccessful()]
#= [2,0,1,false]
