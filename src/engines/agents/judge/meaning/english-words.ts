/**
 * Phrases that are taken out before a clause is read, because their negation or modal verb says
 * nothing about what was done.
 */
export const strippedPhrases: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:without|with (?:no|zero)) (?:any |a |an |further |the ` +
      String.raw`slightest |single )*(?:errors?|hitch(?:es)?|problems?|issues?|` +
      String.raw`trouble|fail(?:ure)?s?|difficult(?:y|ies)|incidents?|delay|` +
      String.raw`hiccups?|complications?)\b`,
    "giu",
  ),
  new RegExp(
    String.raw`\b(?:no|zero|any) (?:errors?|problems?|issues?|trouble|failures?|` +
      String.raw`difficulties|complications?|worries|hiccups?)\b(?: at all| ` +
      String.raw`whatsoever)?`,
    "giu",
  ),
  /\bno need to [^,.;]*/giu,
  /\b(?:do not|no need to) (?:worry|panic)\b|\bnever mind\b|\bnot to worry\b/giu,
  /\bcould not be (?:better|easier|happier)\b|\bcan not complain\b|\bnot only\b/giu,
  new RegExp(
    String.raw`\b(?:sorry|apologi[sz]e|apologies|thanks?|thank you) for (?:the|` +
      String.raw`your|any|all)? ?(?:long |short |brief |slight |earlier )?(?:delay|` +
      String.raw`wait|waiting|patience|inconvenience|confusion)\b`,
    "giu",
  ),
  new RegExp(
    String.raw`\b(?:am|are|is)? ?(?:pleased|happy|glad|delighted|proud|able|here|` +
      String.raw`excited) to (?:tell|inform|say|report|confirm|announce|let)(?: ` +
      String.raw`you)?(?: know)?(?: that)?\b`,
    "giu",
  ),
  new RegExp(
    String.raw`\b(?:i|we) (?:can|would like to|have to|must|want to|just wanted ` +
      String.raw`to|wanted to) (?:now )?(?:tell|inform|confirm|report|say|assure|` +
      String.raw`let)(?: you)?(?: know)?(?: that)?\b`,
    "giu",
  ),
  /\bplease (?:note|be aware|know) that\b|\bgood news\b|\bgreat news\b/giu,
  new RegExp(
    String.raw`\b(?:the|an?|that|this|my|first|earlier|initial|previous)? ` +
      String.raw`?(?:errors?|problems?|issues?|trouble|outage|hiccup)(?: (?:has|` +
      String.raw`have|was|were|is|are)(?: now)?(?: been)? (?:fixed|resolved|solved|` +
      String.raw`sorted|corrected|overcome|over|gone))`,
    "giu",
  ),
  new RegExp(
    String.raw`\b(?:fixed|resolved|solved|overcame|got past|worked around) ` +
      String.raw`(?:the|an?|that|this|these) (?:errors?|problems?|issues?|trouble|` +
      String.raw`outage|hiccup)\b`,
    "giu",
  ),
  /\bif you (?:need|want|have|like|wish|require)[^,.;]*/giu,
];

/** Words that tell of a failure by themselves, as stems or whole words. */
export const failureWords: ReadonlySet<string> = new Set(
  (
    "fail failed fails failing failure failures error errors unable impossible declined " +
    "rejected refused bounced aborted interrupted offline unavailable unreachable down " +
    "blocked pending incomplete unsuccessful unsuccessfully unsent undelivered unpaid " +
    "unchanged unsaved unclear unconfirmed unprocessed unresolved unfinished unbooked " +
    "unanswered unsure uncertain unknown trouble problem problems issue issues hiccup glitch " +
    "outage crash crashed broken broke stuck stalled hung timeout timeouts denied invalid " +
    "exception halted unfortunately regret regrettably sadly apologise apologize apologies " +
    "sorry afraid incorrect malfunction overloaded disconnected errored unsupported " +
    "unresponsive denies rejects refuses declines bounces lost missing prevented snag " +
    "obstacle impaired delay delayed awaiting waiting difficulty difficulties fault faulty " +
    "maintenance reverted busy exhausted expired quota forbidden unauthorized unauthorised " +
    "violation conflict mistake wrong crashing readonly read-only remains remain stays " +
    "overload inaccessible unreadable corrupted ignored ignores ignoring"
  ).split(" "),
);

/** The same in several words. */
export const failurePhrases: readonly RegExp[] = [
  /\b(?:timed|timing|times) out\b|\btime-?out\b|\bout of (?:order|service|reach)\b/iu,
  /\bwent wrong\b|\bgone wrong\b|\bran into\b|\bgave up\b|\bfell through\b|\bfell short\b/iu,
  /\bturned? (?:\S+ ){0,4}(?:away|down)\b(?! (?:to|by) \d)/iu,
  /\bkeeps? failing\b|\bleft (?:as it was|untouched)\b/iu,
  new RegExp(
    String.raw`\btry (?:(?:it|that|this) )?again\b|\btry \S+ing\b.*\bagain\b|` +
      String.raw`\bwithout (?:success|luck|result|effect)\b`,
    "iu",
  ),
  new RegExp(
    String.raw`\b(?:status|error|code|http|returned|returns|answered(?: with)?|` +
      String.raw`responded(?: with)?|gave|got|with)(?: an?| http| status| code)* ` +
      String.raw`[45]\d\d\b`,
    "iu",
  ),
  new RegExp(
    String.raw`\b[45]\d\d (?:error|status|service unavailable|internal server|` +
      String.raw`bad gateway|not found|forbidden|unauthori[sz]ed|too many)`,
    "iu",
  ),
  new RegExp(
    String.raw`\bin vain\b|\bto no avail\b|\bgiv(?:e|ing) up\b|\b[45]\d\d from\b|` +
      String.raw`\blonger than\b|\bhas yet to\b|\bhave yet to\b|\bis yet to\b|` +
      String.raw`\bmore time\b`,
    "iu",
  ),
  /\brolled back\b|\b(?:0|zero) \p{L}+ (?:was|were|have|has|got)\b|\bno luck\b|\bclosed for\b/iu,
  /\b(?:must|has to|have to|had to|needs? to|going to) wait\b/iu,
  /\binstead of (?:an? )?(?:answer|confirmation)\b|\brather than\b.*\bconfirm/iu,
];

/** Words that turn what follows round. */
export const negators: ReadonlySet<string> = new Set(
  "not no never none neither nor nothing nobody hardly barely cannot nowhere no-one".split(" "),
);

/** Words after which something is wanted, possible or to come, and not done. */
export const modals: ReadonlySet<string> = new Set(
  (
    "will would could should can may might must shall wish want wants wanted tried try trying " +
    "attempted attempt attempting hope hoping planning intend intends wait suggest recommend " +
    "ought supposed meant about-to"
  ).split(" "),
);

/** The same in several words. */
export const modalPhrases: readonly RegExp[] = [
  new RegExp(
    String.raw`\bmade (?:\S+ ){0,3}(?:attempts?|tries|efforts?)\b|\bgoing to\b|` +
      String.raw`\babout to\b|\b(?:need|needs|needed|has|have|had) to\b|\bready ` +
      String.raw`to\b`,
    "iu",
  ),
  /\b(?:in order|yet|likely|due|scheduled|expected|supposed) to \w+/iu,
  /\brequires?\b|\bdepends? on\b|\bneeds?\b/iu,
  /\bworking on\b|\blooking into\b|\bwaiting (?:to|for)\b/iu,
  /^(?:please|kindly|feel free|let me|let us|as if|as though)\b/iu,
  new RegExp(
    String.raw`\bone of (?:the|them|these|your|my|our|two|three)\b|\bsome of\b|` +
      String.raw`\bpart of (?:it|them|this|these)\b|\bhalf of\b`,
    "iu",
  ),
  /\b(?:one|two|three|\d+) of (?:the )?(?:two|three|four|five|\d+)\b/iu,
  /\bout of (?:the )?(?:two|three|\d+)\b/iu,
  /\bonly (?:one|two|the|a|some|part|half)\b|\bthe rest\b|\beverything else\b|\bat least\b/iu,
];

/** Joints after which nothing is claimed: it is asked, or depends on something. */
export const openJoints: ReadonlySet<string> = new Set(
  "if whether unless until when before once except".split(" ").concat(["as soon as", "as long as"]),
);

/** Words beside a verb that do not change what is said. */
export const fillers: string =
  "(?:(?:now|just|already|also|all|both|successfully|finally|duly|safely|then|indeed|even|still|" +
  "since|fully|officially|automatically|promptly|properly|correctly|gone ahead and|recently|" +
  "immediately|certainly|definitely|actually|hereby|been|being|back|in full)\\s+)*";

/** States that only a completed action brings about. */
export const stateWords: string =
  "(?:done|complete|live|out|gone|ready|(?:all )?set(?: up)?|in place|confirmed|on file|sorted|" +
  "up[ -]to[ -]date|yours|on (?:its|their|the|your|his|her) way|coming your way|headed your way|" +
  "expecting you|good to go|taken care of|in effect|in force|finished|final|through|settled|" +
  "in (?:your|the|our|his|her|their|my|\\S+'s) (?:inbox|calendar|account|cart|basket|list|system|" +
  "diary|database|outgoing mail|queue|schedule|file|folder|mailbox|records?)|" +
  "(?:running|up|online|visible|available|active) (?:in|on) (?:production|the server|the site)|" +
  "up and running|over and done with|a done deal|under way|underway|" +
  "in the mail|in the post|part of)";

/** What says that all went well without naming anything. */
export const genericClaims: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:(?:okay|ok|alright|great|perfect|and|so|then|there|well|yes|` +
      String.raw`yep|sure|it|that|this|everything|all|you|we|things|is|are|was|has|` +
      String.raw`have|been|now|consider|it's|should|be|your request|the job|the ` +
      String.raw`task|the request|the rest of it) )*(?:all )?(?:done|set|sorted|` +
      String.raw`finished|completed?|taken care of|good to go|handled|dealt with|` +
      String.raw`settled|accomplished|wrapped up|in order|squared away|a success|` +
      String.raw`executed|fulfilled|good)(?: (?:now|for you|and dusted|already|` +
      String.raw`here|then|thanks|up|as requested|as asked))*$`,
    "iu",
  ),
  new RegExp(
    String.raw`^(?:(?:mission|task|job) accomplished|it worked|that worked|this ` +
      String.raw`worked|off it goes|there you go|voil[aà]|bingo|success)\b`,
    "iu",
  ),
  new RegExp(
    String.raw`\b(?:everything|all|it|that|this|things)(?: has| have)? (?:went|` +
      String.raw`gone|worked|run|ran|turned)(?: out)? (?:well|fine|smoothly|` +
      String.raw`perfectly|great|as planned|like a charm|according to plan|` +
      String.raw`through)\b`,
    "iu",
  ),
  new RegExp(
    String.raw`^(?:i|we) (?:have )?(?:did|done|took care of|taken care of|` +
      String.raw`handled|completed|finished|sorted|accomplished|arranged|dealt ` +
      String.raw`with) (?:it|that|this|everything|all(?: of (?:it|that|this))?|` +
      String.raw`your request|what you (?:asked|wanted)|the (?:task|job|` +
      String.raw`request))\b`,
    "iu",
  ),
  new RegExp(
    String.raw`^(?:your|the) (?:request|task|job) (?:has been|was|is|is now) ` +
      String.raw`(?:successfully )?(?:processed|completed|done|fulfilled|executed|` +
      String.raw`carried out|handled|finished)\b`,
    "iu",
  ),
];

/** Words of regret that tell of no failure by themselves. */
export const courtesyWords: ReadonlySet<string> = new Set(
  "sorry apologise apologize apologies afraid unfortunately sadly regret regrettably".split(" "),
);

/** Verbs of beginning something: what comes after them may still have failed. */
export const beginnings: ReadonlySet<string> = new Set(
  "prepared drafted composed started began begun initiated triggered queued requested".split(" "),
);

/** What is to come because something was done: "Anna will receive it shortly". */
export const promisedResult: RegExp = new RegExp(
  String.raw`^(?!(?:.*\b)?(?:i|we) (?:will|should)\b)(?!.*\b(?:later|again|` +
    String.raw`have to|need to|be able|tomorrow if)\b).*\b(?:will|should) (?:now ` +
    String.raw`|soon |shortly )?(?:receive|arrive|get|see|find|have|hear|land|` +
    String.raw`show up|appear|ship|reply|pick you|be (?:woken|notified|contacted|` +
    String.raw`charged|refunded|informed|there|with you|with (?:him|her|them)|` +
    String.raw`delivered|in))\b`,
  "iu",
);

/** What was in the way is so no more. */
export const endedState: RegExp = new RegExp(
  String.raw`\bno longer (?:open|due|outstanding|pending|owed|needed|blocked|` +
    String.raw`locked|listed|visible|there|subscribed|billed|charged|unread|` +
    String.raw`missing)\b`,
  "iu",
);

/** A possibility that came true. */
export const cameTrue: RegExp = new RegExp(
  String.raw`\b(?:thanks to|finally|eventually|in the end|at last|luckily|` +
    String.raw`fortunately)\b.*\bcould\b(?! not)`,
  "iu",
);

/** Said to be polite. */
export const greeting: RegExp = new RegExp(
  String.raw`^(?:hello|hi|hey|dear|welcome|good (?:morning|day|evening|` +
    String.raw`afternoon)|thanks?|thank you|you are welcome|okay|ok|alright|sure|` +
    String.raw`of course|certainly|great question|one moment|i see|i understand|` +
    String.raw`got it|yes|well|hmm|oh)(?: \S+){0,3}$`,
  "iu",
);
