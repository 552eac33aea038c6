import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSqliteTasks } from '../src/index.ts';
import type { SqliteDatabase } from '../src/sqlite-database.ts';
import { anyDriver, drivers } from './drivers.ts';
import { newRecord, openTasks } from './store-of-test.ts';
import { newFile } from './task-folder.ts';

/** Another connection. By the same library: two in one process would not notice each other's locks. */
function connect(path: string, open = anyDriver.open): SqliteDatabase {
  const database = open(path);
  onTestFinished(() => void database.close());
  return database;
}

describe.each(drivers)('a file of tasks, on $name', ({ open, openToRead }) => {
  it('has a write-ahead log, and every answer is on the disk', async () => {
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

  it('is laid out once, however many open it at once', async () => {
    const path = newFile();
    const all = Array.from({ length: 10 }, () => openTasks(path, { open }));
    await Promise.all(all.map((one) => one.ready()));
    const record = newRecord();
    await all[0]?.store.create(record);
    expect(await all[9]?.store.read(record.id)).toStrictEqual(record);
  });

  it('is waited for while another process writes, and the event loop goes on', async () => {
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
    // Who only reads waits for nobody.
    expect(await tasks.store.read(record.id)).toBeUndefined();
    other.exec('COMMIT');
    expect(await creating).toBe(true);
  });

  it('is not waited for without an end', async () => {
    const path = newFile();
    const tasks = openTasks(path, { open, busyMs: 20 });
    await tasks.ready();
    connect(path, open).exec('BEGIN IMMEDIATE');
    await expect(Promise.all([tasks.store.create(newRecord()), tasks.store.create(newRecord())])).rejects.toThrow(
      'Another process has locked the file of tasks for more than 20 milliseconds.',
    );
  });

  it('refuses a file that it may only read', async () => {
    const path = newFile();
    const before = openTasks(path, { open });
    await before.ready();
    await before.close();
    const tasks = openTasks(path, { open: openToRead });
    await expect(tasks.ready()).rejects.toThrow(/Let this process write the file and its folder\. \(TW_SQLITE_FILE\)/);
  });
});

describe('createSqliteTasks', () => {
  it.each(['', ':memory:'])("refuses '%s', which is no file", (path) => {
    expect(() => createSqliteTasks(path, { open: anyDriver.open })).toThrow(/Give the path of a file.*TW_SQLITE_FILE/);
  });

  it('refuses a file that is a database of something else, and changes nothing of it', async () => {
    const path = newFile();
    const other = connect(path);
    other.exec('CREATE TABLE customers (name TEXT)');
    await expect(openTasks(path).ready()).rejects.toThrow(
      /is a database of something else\. Give one for tasks alone\./,
    );
    expect(other.prepare('PRAGMA journal_mode').all()).toMatchObject([{ journal_mode: 'delete' }]);
    expect(other.prepare('SELECT name FROM sqlite_schema').all()).toMatchObject([{ name: 'customers' }]);
  });

  it('refuses a file of a version that it does not know', async () => {
    const path = newFile();
    const before = openTasks(path);
    await before.ready();
    await before.close();
    connect(path).exec('PRAGMA user_version = 99');
    await expect(openTasks(path).ready()).rejects.toThrow(
      /is of version 99, and this @toolwire\/tasks-sqlite knows 3\. Bring it up to date, or give another file\./,
    );
  });

  it('refuses a file whose folder is not there, and takes it once it is', async () => {
    const folder = newFile('folder');
    const tasks = openTasks(join(folder, 'tasks.db'));
    await expect(tasks.ready()).rejects.toThrow(/Let this process write the file and its folder\. \(TW_SQLITE_FILE\)/);
    mkdirSync(folder);
    await tasks.ready();
  });

  it('says what to install where Node brings no SQLite along', () => {
    const spy = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    onTestFinished(() => spy.mockRestore());
    expect(() => createSqliteTasks('tasks.db')).toThrow(
      /has no SQLite\. Take Node 22\.13 or newer, or install better-sqlite3 and give \{ open: \(file\) => new Database\(file\) \}\. \(TW_SQLITE_DRIVER\)/,
    );
  });

  it('refuses a file that is no database', async () => {
    const path = newFile();
    writeFileSync(path, 'These are no tasks. '.repeat(1_000));
    await expect(openTasks(path).ready()).rejects.toThrow(/cannot be read and written/);
  });

  it('refuses a database that has no write-ahead log', async () => {
    const tasks = openTasks(newFile(), { open: () => new Libsql(':memory:') });
    await expect(tasks.ready()).rejects.toThrow(/cannot have a write-ahead log: its journal is 'memory'/);
  });

  it.skipIf(!existsSync('/dev/shm'))('refuses a file in memory, unless it is told to take it', async () => {
    const folder = mkdtempSync('/dev/shm/toolwire-tasks-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'tasks.db');
    await expect(openTasks(path, { allowVolatile: false }).ready()).rejects.toThrow(
      /is in memory, and gone when the host restarts\. Give one on a disk, or set allowVolatile for a test\./,
    );
    await openTasks(path).ready();
  });

  it('answers nothing any more once it is closed', async () => {
    const tasks = openTasks(newFile());
    await tasks.ready();
    await tasks.close();
    await expect(Promise.resolve(tasks.store.read('1'))).rejects.toThrow('The file of tasks is closed.');
    await expect(Promise.resolve(tasks.store.create(newRecord()))).rejects.toThrow('The file of tasks is closed.');
  });

  it('refuses options that it does not know, and numbers that will not do', () => {
    expect(() => createSqliteTasks('tasks.db', { opne: anyDriver.open } as object)).toThrow(/Did you mean 'open'/);
    for (const options of [
      { pollMs: 0 },
      { busyMs: -1 },
      { maxTasks: 0 },
      { maxBytes: 1.5 },
      { maxBytesPerOwner: 0 },
    ]) {
      expect(() => createSqliteTasks('tasks.db', { open: anyDriver.open, ...options })).toThrow(/TW_OPTION_NUMBER/);
    }
  });
});
