import { agentDefaults, type FileCertificate, type FileScoring } from "../file-config.ts";

/** What `[agent.scoring]` has where it says nothing. */
export const scoringDefaults: FileScoring = agentDefaults.scoring;

/** What `[agent.certificate]` has where it says nothing. */
export const certificateDefaults: FileCertificate = agentDefaults.certificate;
