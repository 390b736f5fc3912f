"""Bytecode: a genome as one compact byte string, for the core, for workers and as a cache key."""

from darwindeck.genome.bytecode.compiler import BytecodeCompiler
from darwindeck.genome.bytecode.header import BytecodeError, BytecodeHeader, compile_teams

__all__ = ["BytecodeCompiler", "BytecodeError", "BytecodeHeader", "compile_teams"]
