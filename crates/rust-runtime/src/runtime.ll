; What is around a Rust program, as code of the program itself: the start of the process and its end, the outermost
; call of each thread, and destructors of thread-local values. They are calls like any other, so that a thread may wait
; in one. The functions whose names start with `trine.` are shims (`threads.rs`).

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @main(i32, ptr)
declare void @_exit(i32)
declare i32 @sched_yield()
declare { ptr, ptr } @trine.next_destructor(i32)
declare i32 @trine.add_destructor(ptr, ptr)
declare void @trine.end_thread(ptr)

define void @trine.process(i32 %count, ptr %arguments) {
  %code = call i32 @main(i32 %count, ptr %arguments)
  call void @exit(i32 %code)
  unreachable
}

define void @exit(i32 %code) {
  call void @trine.destroy(i32 0)
  call void @_exit(i32 %code)
  unreachable
}

define void @trine.thread(ptr %function, ptr %argument) {
  %result = call ptr %function(ptr %argument)
  call void @trine.destroy(i32 1)
  call void @trine.end_thread(ptr %result)
  unreachable
}

define void @trine.destroy(i32 %keys) {
entry:
  br label %next

next:
  %pair = call { ptr, ptr } @trine.next_destructor(i32 %keys)
  %destructor = extractvalue { ptr, ptr } %pair, 0
  %value = extractvalue { ptr, ptr } %pair, 1
  %none = icmp eq ptr %destructor, null
  br i1 %none, label %done, label %destroy

destroy:
  call void %destructor(ptr %value)
  br label %next

done:
  ret void
}

define i32 @__cxa_thread_atexit_impl(ptr %destructor, ptr %value, ptr %object) {
  %result = call i32 @trine.add_destructor(ptr %destructor, ptr %value)
  ret i32 %result
}
