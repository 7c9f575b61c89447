/** Whether a name in the temporary folder is a cache of a program that is not ours. */
export function isOthersCache(name: string): boolean;
