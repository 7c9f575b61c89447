import { packs } from "../../src/data/packs.ts";
import { packContract } from "./pack.contract.ts";

for (const pack of packs) packContract(pack);
