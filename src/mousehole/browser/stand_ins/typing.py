class _Literal:
    def __getitem__(self, values):
        return values if isinstance(values, tuple) else (values,)


Literal = _Literal()


def get_args(values):
    return values
