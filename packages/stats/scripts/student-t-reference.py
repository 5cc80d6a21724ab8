"""Prints the reference rows of src/student-t.test.ts with 30 digits of mpmath: python3 scripts/student-t-reference.py

Rows are [t, df, P(T <= t)], then [p, df, t]. The distribution comes from the density by quadrature, not from the
incomplete beta function that the package itself uses, so an error in that identity would show.
"""

from mpmath import gamma, inf, mp, mpf, nstr, pi, quad, sqrt

mp.dps = 30


def density(t, df):
    return gamma((df + 1) / 2) / (sqrt(df * pi) * gamma(df / 2)) * (1 + t * t / df) ** (-(df + 1) / 2)


def cdf(t, df):
    start = abs(t)
    decay = (df + start * start) / ((df + 1) * max(start, 1))
    steps = [start + decay * step for step in (0, 1, 3, 10, 30, 100)]
    upper = quad(lambda x: density(x, df), [*steps, inf])
    return upper if t < 0 else 1 - upper


def quantile(p, df):
    low, high = mpf(0), mpf(100)
    while high - low > mpf("1e-17"):
        middle = (low + high) / 2
        low, high = (middle, high) if cdf(middle, df) < p else (low, middle)
    return low


for t in ("-9", "-6.5", "-2", "-0.3", "0.01", "1", "5"):
    for df in ("1", "2.5", "9.37", "30", "400"):
        print(f"  [{t}, {df}, {nstr(cdf(mpf(t), mpf(df)), 15)}],")

for p in ("0.501", "0.975", "0.985", "0.99999"):
    for df in ("2.5", "9", "11", "60.5"):
        print(f"  [{p}, {df}, {nstr(quantile(mpf(p), mpf(df)), 15)}],")
