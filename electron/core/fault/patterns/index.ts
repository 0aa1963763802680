import type { FaultPattern } from '../fault-pattern.ts';
import { codeRunFailed } from './code-run-failed.ts';
import { contextOverflow } from './context-overflow.ts';
import { diffMatchFailed } from './diff-match-failed.ts';
import { duplicateCall } from './duplicate-call.ts';
import { fileNotFound } from './file-not-found.ts';
import { fsNotObserved } from './fs-not-observed.ts';
import { fsStaleVersion } from './fs-stale-version.ts';
import { invalidJsonArguments } from './invalid-json-arguments.ts';
import { mcpToolMissing } from './mcp-tool-missing.ts';
import { modelStuckLoop } from './model-stuck-loop.ts';
import { paramDirectoryObject } from './param-directory-object.ts';
import { paramMissing } from './param-missing.ts';
import { paramNestedCall } from './param-nested-call.ts';
import { paramTypeMismatch } from './param-type-mismatch.ts';
import { relativePath } from './relative-path.ts';
import { shellIntegration } from './shell-integration.ts';
import { toolProtocolDual } from './tool-protocol-dual.ts';
import { toolProtocolText } from './tool-protocol-text.ts';
import { unknownTool } from './unknown-tool.ts';
import { viewRange } from './view-range.ts';

/** Every kind of mistake that is known, in the order of the table in the console. */
export const faultPatterns: readonly FaultPattern[] = [
  duplicateCall,
  paramMissing,
  paramTypeMismatch,
  paramDirectoryObject,
  paramNestedCall,
  fileNotFound,
  shellIntegration,
  diffMatchFailed,
  mcpToolMissing,
  unknownTool,
  toolProtocolText,
  toolProtocolDual,
  invalidJsonArguments,
  contextOverflow,
  modelStuckLoop,
  codeRunFailed,
  fsNotObserved,
  fsStaleVersion,
  viewRange,
  relativePath,
];
