import { chaosTest } from "gauntlet";
import { LeaseStore } from "./lease-store.ts";

/** Eight operations of eight, in one exact order. */
export default chaosTest({
  name: "deep sequence of eight",
  setup: () => new LeaseStore(8),
  rules: {
    acquire: { run: (store) => store.acquire() },
    write: { run: (store) => store.write() },
    renew: { run: (store) => store.renew() },
    release: { run: (store) => store.release() },
    snapshot: { run: (store) => store.snapshot() },
    restore: { run: (store) => store.restore() },
    expire: { run: (store) => store.expire() },
    read: { run: (store) => void store.read() },
  },
  invariants: { "the store is sound": (store) => store.isSound() },
});
