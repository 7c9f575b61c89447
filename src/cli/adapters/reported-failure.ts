/** A check that failed; the message is the whole report. */
export class ReportedFailure extends Error {
  constructor(name: string, report: string) {
    super(`\n${report}`);
    this.name = name;
    // The stack would show the adapter; the report has the user's own line.
    this.stack = `${this.name}: ${this.message}`;
  }
}
