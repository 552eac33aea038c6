import { type Observation, type OnRecord, observeReads, versionOf } from './observe.ts';
import type { Report } from './report.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskStore } from './task-store.ts';

/** Observes a task: passes on each newer version once. */
export type Observe = (id: string, onRecord: OnRecord) => Observation;

interface Follower {
  lastVersion: number;
  readonly onRecord: OnRecord;
}

interface SharedObservation extends Observation {
  readonly followers: Set<Follower>;
}

/** How many followers are notified before the event loop continues. */
const notifiedPerTurn = 50;

/** Observes tasks for many callers: each change is read once, and passed on in small batches. */
export function createSharedObserver(store: TaskStore, report: Report): Observe {
  const byId = new Map<string, SharedObservation>();

  const follow = (id: string): SharedObservation => {
    const followers = new Set<Follower>();
    const notify = async (record: TaskRecord | undefined): Promise<void> => {
      const version = versionOf(record);
      let notified = 0;
      for (const follower of followers) {
        if (version <= follower.lastVersion) continue;
        follower.lastVersion = version;
        try {
          follower.onRecord(record);
        } catch (error) {
          report(error, id);
        }
        notified += 1;
        if (notified % notifiedPerTurn === 0) await nextTick();
      }
    };
    const observation = { followers, ...observeReads(store, id, notify, report) };
    byId.set(id, observation);
    return observation;
  };

  return (id, onRecord) => {
    const observation = byId.get(id) ?? follow(id);
    const { followers, refresh } = observation;
    const follower = { lastVersion: 0, onRecord };
    followers.add(follower);
    return {
      refresh,
      stop: () => {
        followers.delete(follower);
        if (followers.size > 0 || byId.get(id) !== observation) return;
        byId.delete(id);
        observation.stop();
      },
    };
  };
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}
