import type { Json } from '../../../shared/json.ts';
import type { ConfigFormat } from '../config-text/edit-config.ts';
import type { ConfigPath } from '../config-text/config-text.ts';

/** A place that holds a base URL. */
export interface BaseUrlSlot {
  /** Whose API stands there when nothing is set. */
  readonly vendor: 'anthropic' | 'openai';
  /** What the agent expects behind host and port when nothing is set. */
  readonly suffix: '' | '/v1' | '/v1/';
  /** The endpoint that the agent uses when nothing is set, where it is neither vendor's own. */
  readonly usual?: string | undefined;
}

/** A base URL in the environment. */
export interface BaseUrlVariable extends BaseUrlSlot {
  readonly name: string;
}

/** A base URL in a settings file. */
export interface BaseUrlEntry extends BaseUrlSlot {
  readonly path: ConfigPath;
}

/** Where an agent's files are found. */
export interface AgentHome {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface AgentFile {
  readonly format: ConfigFormat;
  /** Candidates; the first that exists is edited, else the first is made. */
  readonly places: (home: AgentHome) => readonly string[];
  /** The entries to point at the gateway; none: the file names no endpoint that could be changed. */
  readonly entries: (config: Json) => readonly BaseUrlEntry[];
  /** What to do when there are none. */
  readonly withoutEntries: string;
}

/** What `signalbox run` adds to a command besides variables. */
export interface RunAddition {
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Directly behind the command's name. */
  readonly arguments?: readonly string[] | undefined;
}

/** How one agent is attached: by environment, by its settings file, or by both (agents.md "Exact command lines and configuration"). */
export interface AttachProfile {
  readonly id: string;
  readonly title: string;
  /** Names of its program. */
  readonly programs: readonly string[];
  /** Base-URL variables that it reads besides those that every program gets. */
  readonly variables: readonly BaseUrlVariable[];
  readonly file?: AgentFile | undefined;
  /** For an agent that reads its settings file only: says the entries' new URLs on the command line or in the environment. */
  readonly onRun?: ((entries: readonly { readonly path: ConfigPath; readonly url: string }[]) => RunAddition) | undefined;
  /** It reads variables of the environment. False and no `onRun`: `run` can not attach it. */
  readonly readsVariables: boolean;
}
