/** Puts a class where a global one is; some are getters there that load the class when read. */
export function replaceGlobalClass(name: string, value: unknown): void {
  const { enumerable = false } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
  Object.defineProperty(globalThis, name, {
    value,
    enumerable,
    writable: true,
    configurable: true,
  });
}
