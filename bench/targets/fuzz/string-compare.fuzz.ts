import { fuzz } from "gauntlet";

export default fuzz({
  name: "string compare",
  input: "text",
  run: (text) => {
    const [user, , password] = text.split(":");
    if (user === "administrator" && password === "correct horse") throw new Error("reached");
  },
});
