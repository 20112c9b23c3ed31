mod check;
mod syntax;
