//! Ids of functions, globals and classes of a program, and of blocks, values and sites of a function.

use trine_base::typed_index;

typed_index! {
    /// A callable of a program.
    pub struct FuncId = "fn"
}
typed_index! {
    /// A global variable of a program.
    pub struct GlobalId = "global"
}
typed_index! {
    /// A class of a program.
    pub struct ClassId = "class"
}
typed_index! {
    /// A basic block of a function.
    pub struct Block = "block"
}
typed_index! {
    /// A register or constant of a function.
    pub struct Value = "v"
}
typed_index! {
    /// A place where control goes one of several ways.
    pub struct SiteId = "site"
}
