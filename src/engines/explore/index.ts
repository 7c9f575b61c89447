// Explores a subject: searches as campaign/ does, proves what it finds in fresh processes,
// makes it small and stores it. Which run comes next is the business of search/; this room decides
// what to run and how to judge the whole. Start at explore.ts.
export { explore, type ExploreOptions } from "./explore.ts";
