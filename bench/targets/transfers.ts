/** The steps of a transfer; each is a call to another service. */
export function checkLimit(amount: number): Promise<boolean> {
  return Promise.resolve(amount > 0);
}

export function screen(account: string): Promise<string> {
  return Promise.resolve(`clear ${account}`);
}

export function exchangeRate(): Promise<number> {
  return Promise.resolve(1);
}

export function debit(accounts: Map<string, number>, amount: number): Promise<number> {
  accounts.set("from", (accounts.get("from") ?? 0) - amount);
  return Promise.resolve(amount);
}

export function credit(accounts: Map<string, number>, amount: number): Promise<number> {
  accounts.set("to", (accounts.get("to") ?? 0) + amount);
  return Promise.resolve(amount);
}

export function refund(accounts: Map<string, number>, amount: number): Promise<number> {
  accounts.set("from", (accounts.get("from") ?? 0) + amount);
  return Promise.resolve(amount);
}

export function park(parked: number[], amount: number): Promise<number> {
  return Promise.resolve(parked.push(amount));
}

export function audit(text: string): Promise<string> {
  return Promise.resolve(text);
}

/** Moves money; what fails half way is given back, or parked for a person to look at. */
export class Transfers {
  readonly accounts: Map<string, number> = new Map([
    ["from", 1_000],
    ["to", 0],
  ]);
  readonly parked: number[] = [];

  async transfer(amount: number): Promise<void> {
    if (!(await this.#isAllowed(amount))) return;
    await debit(this.accounts, amount);
    try {
      await credit(this.accounts, amount);
    } catch {
      await this.#giveBack(amount);
    }
  }

  /** How much money there is; a transfer must not change it. */
  total(): number {
    const held = [...this.accounts.values()].reduce((sum, amount) => sum + amount, 0);
    return this.parked.reduce((sum, amount) => sum + amount, held);
  }

  async #isAllowed(amount: number): Promise<boolean> {
    if (!(await checkLimit(amount))) return false;
    if (!(await screen("from")).startsWith("clear")) return false;
    if (!(await screen("to")).startsWith("clear")) return false;
    return (await exchangeRate()) > 0;
  }

  async #giveBack(amount: number): Promise<void> {
    try {
      await refund(this.accounts, amount);
    } catch {
      await this.#park(amount);
    }
  }

  async #park(amount: number): Promise<void> {
    try {
      await park(this.parked, amount);
    } catch {
      // Nobody is told: the money is gone.
      await audit("a transfer could not be parked").catch(() => undefined);
    }
  }
}
