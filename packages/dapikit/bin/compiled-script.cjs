// Runs a script with the code that V8 compiled for it at an earlier start, in a file beside it: compiling takes most of a short command.
// Node 20 keeps no compiled code, and later versions keep less of it.
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

/** Bytes before the code: the checksums of the script and of the code. V8 compares no more than the script's length, and trusts the code. */
const HEAD = 8;

/**
 * Runs a CommonJS script of ASCII characters, and keeps its code when the process ends: that of the functions which ran.
 *
 * @param {string} path of the script; who can write beside it can write the script as well
 * @param {() => boolean} hasWorked called at the end: whether the script did what it is for, not only printed its help or an error
 */
exports.runCompiled = function runCompiled(path, hasWorked) {
  const kept = `${path}.${process.version}-${process.arch}`;
  const text = readFileSync(path);
  const code = readKept(kept, text);
  const script = new Script(`(require, __filename) => {${text.toString('latin1')}\n}`, {
    filename: path,
    cachedData: code,
  });
  if (code === undefined || script.cachedDataRejected)
    process.once('exit', () => {
      if (hasWorked()) keep(kept, text, script);
    });
  script.runInThisContext()(require, path);
};

function readKept(path, text) {
  try {
    const file = readFileSync(path);
    const code = file.subarray(HEAD);
    return file.subarray(0, HEAD).equals(headOf(text, code)) ? code : undefined;
  } catch {
    // It is the first start, or the folder is read-only.
    return undefined;
  }
}

/** Others that start at the same time read a whole file or none. */
function keep(path, text, script) {
  const written = `${path}.${process.pid}`;
  try {
    // No code is made where nothing can be written.
    writeFileSync(written, '');
    const code = script.createCachedData();
    writeFileSync(written, Buffer.concat([headOf(text, code), code]));
    renameSync(written, path);
  } catch {
    // The folder is read-only or full: the next start compiles again.
    rmSync(written, { force: true });
  }
}

function headOf(text, code) {
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(crc32(text), 0);
  head.writeUInt32LE(crc32(code), 4);
  return head;
}
