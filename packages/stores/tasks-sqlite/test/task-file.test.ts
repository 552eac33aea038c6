import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SqliteDatabase } from '../src/database.ts';
import { createSqliteTasks } from '../src/index.ts';
import { anyDriver, drivers } from './drivers.ts';
import { newFile } from './task-folder.ts';
import { newRecord, openTasks } from './test-store.ts';

/** The modes of a file of tasks, its log and its index. */
function modesOf(path: string): readonly string[] {
  return ['', '-wal', '-shm'].map((end) => (statSync(path + end).mode & 0o777).toString(8));
}

/** Another connection. By the same library: two in one process would not notice each other's locks. */
function connect(path: string, open = anyDriver.open): SqliteDatabase {
  const database = open(path);
  onTestFinished(() => void database.close());
  return database;
}

describe.each(drivers)('a task file, on $name', ({ open, openToRead }) => {
  it('has a write-ahead log, and resolves after the write is on disk', async () => {
    const path = newFile();
    const said: string[] = [];
    const tasks = openTasks(path, {
      open: (file) => {
        const database = open(file);
        return {
          exec: (sql) => {
            said.push(sql);
            return database.exec(sql);
          },
          prepare: (sql) => database.prepare(sql),
          close: () => database.close(),
        };
      },
    });
    await tasks.ready();
    expect(connect(path, open).prepare('PRAGMA journal_mode').all()).toMatchObject([{ journal_mode: 'wal' }]);
    said.length = 0;
    await tasks.store.create(newRecord());
    expect(said).toStrictEqual(['PRAGMA synchronous = FULL', 'BEGIN IMMEDIATE', 'COMMIT']);
    said.length = 0;
    await Promise.all(Array.from({ length: 20 }, async () => tasks.store.create(newRecord())));
    expect(said).toStrictEqual(['PRAGMA synchronous = FULL', 'BEGIN IMMEDIATE', 'COMMIT']);
  });

  it('is migrated once when several processes open it', async () => {
    const path = newFile();
    const all = Array.from({ length: 10 }, () => openTasks(path, { open }));
    await Promise.all(all.map((one) => one.ready()));
    const record = newRecord();
    await all[0]?.store.create(record);
    expect(await all[9]?.store.read(record.id)).toStrictEqual(record);
  });

  it('retries while another process writes, without blocking the event loop', async () => {
    const path = newFile();
    const tasks = openTasks(path, { open });
    await tasks.ready();
    const other = connect(path, open);
    other.exec('BEGIN IMMEDIATE');
    const record = newRecord();
    let kept: boolean | undefined;
    const creating = Promise.resolve(tasks.store.create(record)).then((answer) => (kept = answer));
    await wait(50);
    expect(kept).toBeUndefined();
    // Reads don't wait for writers.
    expect(await tasks.store.read(record.id)).toBeUndefined();
    other.exec('COMMIT');
    expect(await creating).toBe(true);
  });

  it('rejects after timeoutMs', async () => {
    const path = newFile();
    const tasks = openTasks(path, { open, timeoutMs: 20 });
    await tasks.ready();
    connect(path, open).exec('BEGIN IMMEDIATE');
    await expect(Promise.all([tasks.store.create(newRecord()), tasks.store.create(newRecord())])).rejects.toThrow(
      'Another process has locked the task file for more than 20 milliseconds.',
    );
  });

  it.skipIf(process.platform === 'win32')('is private to its user, with its log and its index', async () => {
    const path = newFile();
    const tasks = openTasks(path, { open });
    await tasks.ready();
    await tasks.store.create(newRecord());
    expect(modesOf(path)).toEqual(['600', '600', '600']);
  });

  it.skipIf(process.platform === 'win32').each([
    ['644', '600'],
    ['666', '600'],
    ['660', '660'],
    ['640', '640'],
  ])('that existed with the mode %s has %s from then on', async (before, after) => {
    const path = newFile();
    const first = openTasks(path, { open });
    await first.ready();
    // As a process leaves it that was killed: with its log.
    const others = [path, `${path}-wal`, `${path}-shm`];
    for (const each of others) chmodSync(each, Number.parseInt(before, 8));
    const tasks = openTasks(path, { open });
    await tasks.ready();
    await tasks.store.create(newRecord());
    expect(modesOf(path)).toEqual([after, after, after]);
  });

  it('rejects a read-only file', async () => {
    const path = newFile();
    const before = openTasks(path, { open });
    await before.ready();
    await before.close();
    const tasks = openTasks(path, { open: openToRead });
    await expect(tasks.ready()).rejects.toThrow(
      /Allow this process to write the file and its folder\. \(TW_SQLITE_FILE\)/,
    );
  });
});

describe('createSqliteTasks', () => {
  it.each(['', ':memory:'])("rejects '%s', which is not a file", (path) => {
    expect(() => createSqliteTasks(path, { open: anyDriver.open })).toThrow(/Pass the path of a file.*TW_SQLITE_FILE/);
  });

  it('rejects the database of another application, and does not change it', async () => {
    const path = newFile();
    const other = connect(path);
    other.exec('CREATE TABLE customers (name TEXT)');
    await expect(openTasks(path).ready()).rejects.toThrow(
      /is the database of another application\. Pass a separate file for tasks\./,
    );
    expect(other.prepare('PRAGMA journal_mode').all()).toMatchObject([{ journal_mode: 'delete' }]);
    expect(other.prepare('SELECT name FROM sqlite_schema').all()).toMatchObject([{ name: 'customers' }]);
  });

  it('rejects a file of a later version', async () => {
    const path = newFile();
    const before = openTasks(path);
    await before.ready();
    await before.close();
    connect(path).exec('PRAGMA user_version = 99');
    await expect(openTasks(path).ready()).rejects.toThrow(
      /has version 99, and this @toolwire\/tasks-sqlite supports up to version 1\. Update the package, or pass another file\./,
    );
  });

  it('rejects a file in a missing folder, and accepts it once the folder exists', async () => {
    const folder = newFile('folder');
    const tasks = openTasks(join(folder, 'tasks.db'));
    await expect(tasks.ready()).rejects.toThrow(
      /Allow this process to write the file and its folder\. \(TW_SQLITE_FILE\)/,
    );
    mkdirSync(folder);
    await tasks.ready();
  });

  it('reports what to install on a Node without node:sqlite', () => {
    const spy = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    onTestFinished(() => spy.mockRestore());
    expect(() => createSqliteTasks('tasks.db')).toThrow(
      /has no node:sqlite\. Use Node 22\.13 or later, or install better-sqlite3 and pass \{ open: \(file\) => new Database\(file\) \}\. \(TW_SQLITE_DRIVER\)/,
    );
  });

  it('rejects a file that is not a database', async () => {
    const path = newFile();
    writeFileSync(path, 'These are no tasks. '.repeat(1_000));
    await expect(openTasks(path).ready()).rejects.toThrow(/is not readable and writable/);
  });

  it('rejects a database without a write-ahead log', async () => {
    const tasks = openTasks(newFile(), { open: () => new Libsql(':memory:') });
    await expect(tasks.ready()).rejects.toThrow(/can't use a write-ahead log: its journal mode is 'memory'/);
  });

  it.skipIf(!existsSync('/dev/shm'))('rejects a file in memory without allowVolatile', async () => {
    const folder = mkdtempSync('/dev/shm/toolwire-tasks-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'tasks.db');
    await expect(openTasks(path, { allowVolatile: false }).ready()).rejects.toThrow(
      /is in memory, so a restart of the machine deletes it\. Pass a file on a disk, or set allowVolatile for tests\./,
    );
    await openTasks(path).ready();
  });

  it('reports nothing about a task that is watched after close', async () => {
    const report = vi.fn();
    const tasks = openTasks(newFile(), { report });
    await tasks.ready();
    await tasks.close();
    tasks.store.watch('1', () => undefined);
    await wait(250);
    expect(report).not.toHaveBeenCalled();
  });

  it('rejects operations after close', async () => {
    const tasks = openTasks(newFile());
    await tasks.ready();
    await tasks.close();
    await expect(Promise.resolve(tasks.store.read('1'))).rejects.toThrow('The task file is closed.');
    await expect(Promise.resolve(tasks.store.create(newRecord()))).rejects.toThrow('The task file is closed.');
  });

  it('rejects unknown options and invalid numbers', () => {
    expect(() => createSqliteTasks('tasks.db', { opne: anyDriver.open } as object)).toThrow(/Did you mean 'open'/);
    for (const options of [{ timeoutMs: -1 }, { maxTasksPerOwner: 0 }, { maxBytes: 1.5 }, { lockMs: 0 }]) {
      expect(() => createSqliteTasks('tasks.db', { open: anyDriver.open, ...options })).toThrow(/TW_OPTION_NUMBER/);
    }
  });
});
