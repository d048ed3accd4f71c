"""The little memory for rules that allocate: a judgement with a net needs rows of numbers to work in.

Numba asks its runtime for such rows and gives them back by counting references. Here they come from one small arena; a
row that is given back serves the next one of its size, so nothing piles up however long a bot thinks. An arena that is
full traps.
"""

from __future__ import annotations

SIZE = 1 << 14
ASKS = "@NRT_MemInfo_alloc_aligned"
"""What code calls that allocates."""
COUNTS = ("NRT_incref", "NRT_decref")
"""What counts references."""

BLOCK = "{ i64, ptr, ptr, ptr, i64 }"
"""What Numba's code knows of a row: its references, two things we do not need, where its numbers are, and its size. The
second one leads to the next row that was given back."""

CODE = f"""
@arena = internal global [{SIZE} x i8] zeroinitializer, align 16
@arena.used = internal global i64 0
@arena.free = internal global ptr null

define internal noalias ptr {ASKS}(i64 %size, i32 %align) {{
entry:
  br label %walk
walk:
  %place = phi ptr [ @arena.free, %entry ], [ %link, %on ]
  %block = load ptr, ptr %place
  %none = icmp eq ptr %block, null
  br i1 %none, label %fresh, label %look
look:
  %its.at = getelementptr {BLOCK}, ptr %block, i32 0, i32 4
  %its = load i64, ptr %its.at
  %same = icmp eq i64 %its, %size
  %link = getelementptr {BLOCK}, ptr %block, i32 0, i32 1
  br i1 %same, label %again, label %on
on:
  br label %walk
again:
  %next = load ptr, ptr %link
  store ptr %next, ptr %place
  store i64 1, ptr %block
  ret ptr %block
fresh:
  %used = load i64, ptr @arena.used
  %more = add i64 %size, 47
  %whole = and i64 %more, -16
  %end = add i64 %used, %whole
  %full = icmp ugt i64 %end, {SIZE}
  br i1 %full, label %failed, label %make
failed:
  call void @llvm.trap()
  unreachable
make:
  store i64 %end, ptr @arena.used
  %new = getelementptr i8, ptr @arena, i64 %used
  store i64 1, ptr %new
  %data = getelementptr i8, ptr %new, i64 32
  %data.at = getelementptr {BLOCK}, ptr %new, i32 0, i32 3
  store ptr %data, ptr %data.at
  %size.at = getelementptr {BLOCK}, ptr %new, i32 0, i32 4
  store i64 %size, ptr %size.at
  ret ptr %new
}}

define internal void @NRT_MemInfo_call_dtor(ptr %block) {{
  %first = load ptr, ptr @arena.free
  %link = getelementptr {BLOCK}, ptr %block, i32 0, i32 1
  store ptr %first, ptr %link
  store ptr %block, ptr @arena.free
  ret void
}}
"""

NO_COUNTING = "".join(f"\ndefine internal void @{name}(ptr %x) {{ ret void }}\n" for name in COUNTS)
"""For code that allocates nothing: whatever it is given stays."""
