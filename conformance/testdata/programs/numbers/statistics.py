# Means, medians, modes and deviations of small samples.
import statistics as st
data = [2, 4, 4, 4, 5, 5, 7, 9]
slope, intercept = st.linear_regression([1, 2, 3], [2, 4, 6])
return [st.mean(data), st.median(data), st.mode(data), st.pstdev(data), round(st.stdev(data), 4), st.quantiles(range(1, 12), n=4), st.harmonic_mean([40, 60]), st.multimode("aabbc"), [slope, intercept], round(st.correlation([1, 2, 3], [3, 2, 1]), 9), st.fmean([1, 2]), round(st.NormalDist(0, 1).cdf(1.96), 3)]
#= [5,4.5,4,2,2.1381,[3,6,9],48,["a","b"],[2,0],-1,1.5,0.975]
