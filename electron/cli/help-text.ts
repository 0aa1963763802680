/** The answer to `--help`. */
export const helpText = (version: string): string => `Signalbox ${version}: an operator console and gateway beside an AI coding agent

  signalbox            desktop console with its gateway
  signalbox serve      the same gateway, console in the browser
  signalbox run [--agent NAME] -- CMD …
                       CMD with its base URLs at a gateway; ends with CMD's exit code
  signalbox connect [AGENT] [--restore | --verify]
                       the agent's own settings point at the gateway; without AGENT: which
                       there are
  signalbox check FILE…
                       judge recorded exchanges offline with today's rules: JSON lines, a
                       bundle or a HAR; one JSON object per exchange on stdout
  signalbox export     an incident bundle from the journal of --data
  signalbox import FILE…
                       a bundle, a HAR or JSON lines as a read-only session of the console
  signalbox clear --yes
                       deletes what the journal of --data recorded; pinned things and open
                       incidents stay
  signalbox doctor     what is installed, ports, whether the upstreams answer

Options
  --upstream URL         model endpoint; or NAME=URL, repeatable, the first is the default.
                         Without one: the vendors' own addresses, chosen by route
  --listen HOST:PORT     where agents connect (127.0.0.1:4141; port 0 takes a free one)
  --console HOST:PORT    where the operator's browser connects (127.0.0.1:4142; served mode)
  --data DIR             journal and settings (SIGNALBOX_DATA, else the system's place)
  --settings FILE        settings file (settings.json in the data folder)
  --set KEY=JSON         one setting for this run, repeatable: --set recovery.mode='"ask"'
  --demo                 built-in scripted model and agent: no key, no network
  --no-open              do not open the browser
  --json                 machine-readable lines on stdout: ready first, then alerts
  --log-level LEVEL      silent, error, warn, info or debug
  --help, --version
  export only:
  --scope SCOPE          session=ID, turn=ID, entry=SEQ, incident=ID, or since=TIME,until=TIME
  --format FORMAT        bundle (default), jsonl, har, otlp, html or exchanges
  --out FILE             where to write; without it: the exports folder in the data folder

By hand: ANTHROPIC_BASE_URL=http://127.0.0.1:4141 or OPENAI_BASE_URL=http://127.0.0.1:4141/v1
Keys of upstreams: Settings in the console, or SIGNALBOX_KEY_NAME in the environment
Exit codes: 0 done, 1 failed, 2 usage or bad settings; check: 3 a recorded verdict differs today
`;
