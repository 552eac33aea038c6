import { type Observation, type OnRecord, observeReads, type Report, versionOf } from './observe.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskStore } from './task-store.ts';

/** Observes a task: passes on each newer version once. */
export type Observe = (id: string, onRecord: OnRecord) => Observation;

interface Follower {
  seen: number;
  readonly onRecord: OnRecord;
}

interface Followed extends Observation {
  readonly followers: Set<Follower>;
}

/** How many followers are notified before the event loop continues. */
const notifiedPerTurn = 50;

/** Observes tasks for many callers: each change is read once, and passed on in small batches. */
export function createSharedObserver(store: TaskStore, report: Report): Observe {
  const all = new Map<string, Followed>();

  const follow = (id: string): Followed => {
    const followers = new Set<Follower>();
    const notify = async (record: TaskRecord | undefined): Promise<void> => {
      const version = versionOf(record);
      let notified = 0;
      for (const follower of followers) {
        if (version <= follower.seen) continue;
        follower.seen = version;
        try {
          follower.onRecord(record);
        } catch (error) {
          report(error, id);
        }
        notified += 1;
        if (notified % notifiedPerTurn === 0) await nextTick();
      }
    };
    const followed = { followers, ...observeReads(store, id, notify, report) };
    all.set(id, followed);
    return followed;
  };

  return (id, onRecord) => {
    const followed = all.get(id) ?? follow(id);
    const { followers, refresh } = followed;
    const follower = { seen: 0, onRecord };
    followers.add(follower);
    return {
      refresh,
      stop: () => {
        followers.delete(follower);
        if (followers.size > 0 || all.get(id) !== followed) return;
        all.delete(id);
        followed.stop();
      },
    };
  };
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}
