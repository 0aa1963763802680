/**
 * Flags of the processes that run tests. Workers are started from TypeScript there, and Node strips its types in WebAssembly: where several
 * workers of one process do that, V8 13.6 (Node 24.21) may abort while it replaces a wrapper of an import that was called often
 * (`Runtime_TierUpWasmToJSWrapper` to `ThreadIsolation::UnregisterWasmAllocation`). Wrappers are kept as they are. The built program's
 * workers are JavaScript.
 */
export const workerFlags = ['--wasm-wrapper-tiering-budget=1000000000'] as const;
