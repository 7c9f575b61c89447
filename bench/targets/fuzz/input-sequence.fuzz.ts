import { fuzz } from "gauntlet";

let state: "closed" | "greeted" | "open" = "closed";

/** Each input is one message of a session that the module keeps. */
export default fuzz("sequence of inputs", (data) => {
  const [message] = data;
  if (message === 0x48) state = "greeted";
  else if (message === 0x4f && state === "greeted") state = "open";
  else if (message === 0x58 && state === "open") throw new Error("reached");
});
