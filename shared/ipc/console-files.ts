/**
 * Files that cross the console port beside the table's JSON calls (design 4.3): served mode only, where the operator may sit at another machine
 * than the gateway. Token, `Host` and `Origin` are checked as for every call. The desktop is on the gateway's machine and needs neither.
 */
export const consoleFiles = {
  /** GET, `?job=` the id of a finished export: the file that it wrote, as an attachment. Nothing else can be named. */
  download: '/api/export/file',
  /** POST, `?name=` what the file is called there, the body is the file (`application/octet-stream`): opened and answered as `import/open`. */
  upload: '/api/import/upload',
} as const;

/** Largest file from outside that is opened, bytes: by its path and as an upload. */
export const maxImportBytes = 512 * 1024 * 1024;
