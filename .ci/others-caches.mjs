// Programs of others keep caches in the temporary folder on purpose: Jest, Node's compile cache,
// yarn and tsx. They are nobody's litter.
const caches =
  /^(?:jest_\w+|node-compile-cache|v8-compile-cache-\d+|yarn--.*|xfs-.*|tsx-\d+|\.yarn.*)$/;

/** Whether a name in the temporary folder is a cache of a program that is not ours. */
export function isOthersCache(name) {
  return caches.test(name);
}
