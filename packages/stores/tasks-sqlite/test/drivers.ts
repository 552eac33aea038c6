import Libsql from 'libsql';
import { type NodeSqlite, nodeSqlite, type OpenSqlite } from '../src/database.ts';

/** A SQLite of this machine. */
export interface Driver {
  readonly name: string;
  readonly open: OpenSqlite;
  /** Opens a file as one who may not write it does. */
  readonly openToRead: OpenSqlite;
}

const libsql: Driver = {
  name: 'libsql',
  open: (file) => new Libsql(file),
  openToRead: (file) => {
    const database = new Libsql(file);
    // It passes over its own option for this.
    database.exec('PRAGMA query_only = ON');
    return database;
  },
};

const ofNode = nodeSqlite();

/** Node brings one along from 22.13 on; the other is the same on every Node. */
export const drivers: readonly Driver[] = ofNode === undefined ? [libsql] : [driverOf(ofNode), libsql];

/** The one for tests that are about something else. */
export const anyDriver: Driver = drivers[0] ?? libsql;

function driverOf({ DatabaseSync }: NodeSqlite): Driver {
  return {
    name: 'node:sqlite',
    open: (file) => new DatabaseSync(file),
    openToRead: (file) => new DatabaseSync(file, { readOnly: true }),
  };
}
