"""The weights of the net that judges a ball of two (see `judging`): bytes, and a scale for each row.

They were fitted to who won in 180,000 games of playouts and 17,000 of searches against themselves, with one move in
twelve at random. A larger net learned that, and this one learned from it.
"""

from __future__ import annotations

from base64 import b64decode

import numpy as np
from numpy.typing import NDArray

STEPS = 127
"""A weight is a whole number of such parts of the largest in its row."""


def layer(steps: str, scales: str, width: int) -> NDArray[np.float64]:
    """Read a layer's weights, a row for each input."""
    rows = np.frombuffer(b64decode(steps), np.int8).reshape(-1, width)
    return rows * (numbers(scales)[:, None] / STEPS)


def numbers(text: str) -> NDArray[np.float64]:
    """Read numbers."""
    return np.frombuffer(b64decode(text), "<f4").astype(np.float64)


FIRST_LAYER = layer(
    "Upb3Abzm3trif/8IwgIKByYFCOATUCby/hRE+PwtC+dZ8/ooqwmB3ftW8cT2+CQMHBA68CcH5wfd6AISzASz/KYEKhe0EPnpNa8Ry0L478shEA0i"
    "/+Pkz0iB7AP7Es/e/GPqgWgK+O/EHRI7OXwDPuno/PbsMvSZwL0EAlPd5L8kCAX4wfsn/PL5CvjiCR7upNb01QnxXPHQJAAIAQgRgRXpDt0pQoEl"
    "7QUrBxb5LxHVDN5nRHXuzBgb1RkZM9M67b7/3wAOIAswyxMVzDHV7BUkAL0hygMg9Nn6CYEC/CgqmPvsgRP21uvJEv/KB/QhyOhBSwM4E0oG0fEW"
    "YvIlKyPHGRg6v8U5IcETM0UoEOQyN/Mf4UMPIsoWgSDv4kY4ABkhFl0KGBcHOdceEoIH6weBKmP9xUMv3QDR/NMV82jeKwLl++rlCAVV5+n8D94c"
    "8IER+hLR1xn3yRko6SAh8hIJCRgJFAUDFX8cBtUBEfE60wL78/M1GvcL+hH0EAUJ+0sKZFLUAzQ1XgOHvBwW9r7XM/vz8mRBCErpf/P/QVS9SQEY"
    "LfH8Ju9gGwPjCR0a7wQHKPkHn1MFfwksAgEIJgIiAUYf6OcsJUQW/xLZzBj3+ih/BfXevxYVHSXU+xvPBH8L/3boyDLhxgcCKwrbFRQL2Uj9Cajf"
    "/2DhUfj4BST3VxYYFzex+xo/+tHEIykXzffKtfwr2Nr3f/U48S3lTeE2OaI1ArQM6IYp5ekvrfYdIoiB5Bzb4yz9BzkCDtAh1zdK1LDxBTcsq/Qq"
    "7iAILREWGIcFBB4n/YHZ5RXlOQ/8u/csgRA9FPY0/93+4BSdNdHsGuL3AR0h8Rjm3DfUNtMUz4FaAMPsFrzDxa/F6iPCQyhWFAmcvqXoElBRvwLa"
    "GwEtQFZ01fdCQNvQrOATF7SWBVciIbQ8D9MagRDu817/v+jkEOGbGQbK1Ted32cI6L4tlQkF1BPSgQDuDiXr/Pr2f/sNEhAioRwR1Ny4/wHSogpK"
    "CQgd8yfPz2pW5C4CveHz5bYoANTXgdTNWiU2Amp7rdLDyiD1jawGwpT3qwMIJ8cEAOwOQCNA+NbzuOfd6EvjN1z9RikOq9p4Id4dgeTIW8ILCxME"
    "4Ag3q+b7GAG+/t31JOnD3F6xpxQUgSEd9fMPhe0UIgz3FysAf/Qd/TvX5ds+odzp3xPb+gr0+m0XLOVdUQkFBrjzpvgBGTQXwxIXqPMkGdSByxTn"
    "5MP6LvbCtYEE8BcaDBxdrX3vKJ44FeU1RqnW7/4duiLaAwnM6/dQiCMCMwX6DkW68bPRGcR3zRP57sTZWR3nLzvKGH+YSq8xGEkVpScK86+BQhMP"
    "BPHSujfdQQHl+Q/NSx38wg+29uUw6N0R+divp2c97tzmQByMHi8erMWvEfiBvf3Ft38UOS84NI3C6P/NtB8wESzD0eDyuiQf2xwE2D4jDz05/aaC"
    "9jALGxLrM5jhgTsdvRXwGiX2xeg6KPwjRaHzHeL5JjEvLPfjFxkNr86Nw+D+CAkW9KYl8WABKRGB9e7Af9j4Rq6wxrYdC0gaNyMPBBBKHVkx4AZl"
    "+xncAHXsd+2dHNcoI8zq5qykgQEcWlNuUfxBUf0pJiIKITPLJtsrkQhA9u9luQoNCyjC2CiW9unogfO9oJoKAgHoKQrxGxE/DAMH4fH9FPv7GBXt"
    "/hvhCBoEC4HfEwnECgMY/Nr++SACORR0TIE8ta0KpRZUB/z1SDSf6udYOjz38wnj4vwM3QX7E4H1RgISGBc//i7Y9ALuDfS9EOYcxirkRCAF+08y"
    "8/zzfwnn/PX9GxojBLBO5fDo+yIDDh0uHe4OEdH9DfK+wSM0/lnEtyvaMSDy+38U6g3gNDW8JOLI3gijS9386dgk7wYkCvP8NikfG/kWeCLy3/kC"
    "KhfHMgHxDUJ/pTcsgS4L1fsP/RMUKSwmJ8E63Bbz2yZGPur2wecqGiDx5O7qUwm52yMIyhX7xwwX+Qfh7Asb9RwSEC4MKbh/B8cCEPQvFNsFJBTk"
    "GhDxAhzyJvj5CyR/EgIDIRQu6yod/hLiD+8d6hghBOfS6d4dFX9cKdwX5QY05MwL5Y7rxisRMeoMbQHyrg/y4f0rEEEjf13vyfwGE/j5Af2zj/jp"
    "NSJgMswtFy/XCAiOQfWmf+Y6Tg4EAg3pBwP+K94BD/AjXUJCKyUZF3vwSt8Us8scEGEsCSbpJv8EJxcNnistgen5FCwNTRD9CjHXGvLpgeFHXTTp"
    "/M0/CKWEThfw0Qa5HERhIcgcSw8kJbgqaoHuRNcCoby4vbHLC4FJ94/TA8rh5Rf3D+ftE/322v0NGH/6BvkyIqrDB1gHDhIry8gr3RTh1j0Ls8d/"
    "Ngr7S8NJnBAACRCvAEgw0f2l1PDSqpL0VlG55x0aneSpomMZrobnCVT9IuaymKPbyfv+TYFBWuUXPx0a18W6EVW/4xD9tbmmI/Z/DeD+JTQI+pv8"
    "xcpSh+0RBnELoit/RN7xHBADIfa4183H4QMHvuzUIZUwwxDGCkVw2dIy4CgnPtczGXbyBN49zFFB8ib6ZBEBewqsBeG0noHYGMsRgQvpA/nm5jfM"
    "4hTiBqYIGKf50BipEfr+tEswXw0BHA8M3gIf6dkD+CrqAF7IFQzM3QGBNwj56ugMufobDDtbZHctCm+30/eoGFH0wVuTA8Eh3Y+4gd5CYODX6Lv6"
    "/2nqgSD/v0TS+w3EBTsEDNYcATga6+8nMPcAHhsS/RQgNEcqAxJ/wwMA8gPw190v2gby8QPsz4PqFSCw69wL0uHWAxzK7irw+hb+7i0bOPP20RTP"
    "B4EYM+Qs7Azg+gTw3vJZq9y3DVIDJozj5AF/6vUT/zEBnSH0HelQHraeRgEmEPy+YjvHDoENOB0qHNgV49cAxy0F65XXi9bUGxHw+tbYMwLLy/0V"
    "ATDW28LwfwbvDO8FC7EN+gf1NA7b0SgD9iv04rThOtgiBPfsIDc1CQgRDckMlRF/6Cj0A/fvEPgJFgXu+GLAgUY9KefdF+0h5OKpBDIUwdf4zxQZ"
    "E83BKgIwIUhJKRDWfpKyBPcLwTCwBMcQRBTR3BfjBczvfw8s538bF/kw5jYn1g0s9xw/6N7x3/8p+9wkyfAUHA/r7pTlAYEAFAAU4+IM8f0I7vgE"
    "AiUEBwQO/tkQ7gToBtIB9T0JMOmkAQUfQbnvwSsAmD8eZQeJ08jhjxHgbt6BFg3OKboDAvtJ9ZAegROa5kz2/q77ifYjFNXWAdAXBRUNASvsOfum"
    "qfD2Cn/k4cMR5EgDGs1Am73vHpogDBnKAgMVNSUI2ulg6eoA1AAv/AgGgR7/4QLiFtPQ5griMw3RUrMWFj1J4vMd9u7VxAzIPOLDvhcpFYSsAvnF"
    "AqgI94EMGZT8RZUN8g8b8DOT5YEC6BonFRgMBAMd6goUEhkO+QwIxg==",
    "eX6TP8WdTT8i25g/gWSSP1522UA9FO8/ryAyQFSE1j8o4pE/fB/uPxE7jUDZ2m5ATbLMP3J8DkDo2jZAMykrQHOwMkAbWps/Ya2FP8EdsT86rKo/"
    "Pwq2PyI9OEAacJY/aVX7PuQZVT+t6Fk/+cAIPzDB+D62XcE+8UAPP7ytKj/ImOk+mQv7PqVR8j4jlqU/qWBSPxsnDT/g6Y4/U2V3Qalmrj92lRdA"
    "DaYPQICImz+wfvo/WgU2QIhwTECmxEFAeeYrQCI05z+vGPg/NRRHQAe6yT9cjkg/ASCqP6VRmz92br0//CkNQMMLnz+sJgU/+NtmP6VZkz++QAY/"
    "vnwQPyUS8D4GcFM/Fk7aPoAm+z7TxAM/7AorP4/VE0BjKxs/9pNePyb6CEDD/XRA06GjP8QdxT+f+CdAMIaHQBehMz8=",
    32,
)
FIRST_BIAS = numbers(
    "0AWuPw3JHMAnb1S+vdz9PjQ377+DFHG/5FbqP/AIij8d88e+a8siPaF5Vz9ox/M/V9bLviJOMr8TxaTAgAkLP04HF0CbV7Q/oFpPP3O7RL7v+De/"
    "wOb0P4FrmL41SeW+NsMDQBcqbED4RUM+T9wKv1jMGb+ztl4/sqvxv3YAAcA="
)
SECOND_LAYER = layer(
    "RUKK98ks++fhyf7QzRR/3dUBzQH00vIQ3VRFgcQbPSiBieHqySNUI1T9ArX85XrJfw2n5BTjBu42Iir4pzgD4kM2jQsBHN8lDQlKF6h/8enFhYFU"
    "IhsaEs0N4xbdyxkef9w7Odvp2/DSusxf+fDtzCEZd5b9utcvF9IKCX9IzC0SKt5FEuR/y8Ie6JeHzCyh9h2I/An+xRTwH+L5gf7SBw0FQkM6PX/Y"
    "8/ElEQMyIP08jX/gCBGhmd/9Uk0D20Nj/+O9Id0MAXXy7A/6NS7zgQoOKtQq9BxeuvsPurnef/U3SsPoyALy0g6nK+KBDlaz0PY8FBF/DqDMxG6y"
    "q/YL2f4Z79Ha3PjnMYFt698m+QhFRxsxC+2l1YHEvww8u/as6v1b9vvygSoZDCIeUv8dA0fNzblLyYHHklAFwLXUdMYQfzEQHv/IQ9v8y/n+GyPb"
    "3oHX7kEn7fUdRNML4/TDyGoUAOp/+dDZvBf1QC6DpFF/HNnoLyixNvIlOCwZGcalQODejRRwBO1/lrs7JcodDTT848EoI4EL7CJlkvNoCu/ySQd4"
    "MWpRIrUWf0siuNMe/PMCESXvfy/e3yAF1g4m8t0cgekyyNkvXQj53tQDCwTw8NLU14Gi+h7QDysHK93/9rXwtQne5eoj/n9vJ0KQqHjAnS5/28Xu"
    "jjj/zfIhOcg=",
    "QCYkP6UWPT8+avY+mnULP7IiCj9iV1w/8tbwPrnRYT84+fA+2QtGP5LHAT/dmuk+2UtHP1diCz8lBhk/flnxPoENJT978vU+ssR+Px+x3j6alkI/"
    "9lVNP3Fu3T7AQus+Z4IhP1da/T7IYeU+/zYlP6wthj+iUCc/830TPxSZ2j4=",
    16,
)
SECOND_BIAS = numbers("5ZmCPkzA5L1ktU++pD1Pvm4pUr0bFRe9yCETvryzBD49Pps9IZQSPjBDLD65FRe9TlB2vkPMNb0zG1E9X+T/vQ==")
LAST_LAYER = layer(
    "gX+Bf39/f4F/gYGBgX9/fw==",
    "9eTdPutCGD6SZqI/Yr/oPhYDFD/zKtE+L6iDP1kmhz7gzkM+DKNCPgPTkz6Nxdc+6j5qP9Q3ZT6kSK4+RZzePg==",
    1,
)
LAST_BIAS = numbers("HlIbvg==")
