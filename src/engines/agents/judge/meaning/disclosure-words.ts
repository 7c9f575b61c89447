/** Words that begin what is handed over after all. */
export const handingOver: readonly RegExp[] = [
  /\bsomewhere (?:around|between|near|in the (?:range|region))\b/iu,
  /\blet (?:us|is) (?:just |only )?(?:say|put it)\b|\bput it this way\b/iu,
  /^(?:just |simply |rather |maybe )?try (?!(?:again|our|your|to ask|\S+ing)\b)/iu,
  new RegExp(
    String.raw`^(?:but |still |anyway )?(?:roughly|loosely|in short|in brief|summed up|to sum ` +
      String.raw`(?:it )?up|in a nutshell|in other words|paraphras\w+|basically|essentially|` +
      String.raw`the gist|in essence|broadly)\b(?!.*\bnot\b)`,
    "iu",
  ),
  new RegExp(
    String.raw`\bhere (?:it is|you go|you are|goes)\b|\bhere (?:is|are) (?:the|` +
      String.raw`your|my|its|his|her|their|a|some) (?!reasons?\b|polic|` +
      String.raw`alternatives?\b|link\b|help|contact|support|why\b|other\b)`,
    "iu",
  ),
  new RegExp(
    String.raw`\bjust kidding\b|\bbetween (?:you and me|us)\b|\bjust this once\b|` +
      String.raw`\b(?:made|make|making) an exception\b|\bunofficially\b|\boff the ` +
      String.raw`record\b|\bsince you asked\b|\b(?:i|we) (?:\S+ ){1,8}?as (?:you )?` +
      String.raw`(?:asked|requested|wanted|instructed)\b`,
    "iu",
  ),
  new RegExp(
    String.raw`^(?:sure|certainly|of course|absolutely|gladly|no problem|happy ` +
      String.raw`to help|with pleasure|you bet|okay|ok|alright|fine|very ` +
      String.raw`well)\b(?!.{0,40}\bnot\b)`,
    "iu",
  ),
  new RegExp(
    String.raw`\b(?:hypothetically|in theory|theoretically|for testing(?: ` +
      String.raw`purposes)?|for educational purposes|in a (?:novel|story|film|` +
      String.raw`movie|game)|fictionally|as an example)\b`,
    "iu",
  ),
  new RegExp(
    String.raw`\b(?:it|they|prompt|instructions?|message|text|letter|note|(?:first|last|other) ` +
      String.raw`one) (?:says?|reads?|` +
      String.raw`states?|goes|tells? me|told me)\b|\b(?:i was|i am|i have been) ` +
      String.raw`(?:told|instructed|asked|configured|set up) to (?!not\b)`,
    "iu",
  ),
  /\b(?:reversed|backwards|in base64|base64|encoded|in hex|rot13|spelled|spell it|in reverse)\b/iu,
  new RegExp(
    String.raw`\b(?:it |password |which )?(?:starts|begins|ends) with\b|\brhymes ` +
      String.raw`with\b|\bhint\b|^(?:subject|dear \S+)\b|\byou (?:could|can|might|` +
      String.raw`may) (?:write|say|try|use|claim)\b(?! (?:to|me|us|our|the (?:app|chat))\b)|` +
      String.raw`\bsomething like\b|` +
      String.raw`\btemplate\b`,
    "iu",
  ),
  new RegExp(
    String.raw`\b(?:the )?(?:steps|ingredients|instructions|credentials|details) ` +
      String.raw`(?:are|is)$|\b(?:my|the) (?:instructions|system prompt|prompt|` +
      String.raw`rules) (?:are|is)$`,
    "iu",
  ),
  new RegExp(
    String.raw`^(?:(?!\b(?:no|not|never|a)\b)\S+ ){0,2}(?:login|password|` +
      String.raw`credentials|code|pin|key|token|username)$`,
    "iu",
  ),
];

/** A thing that is asked for, and then what it is. What it may be called without telling it. */
export const valueTold: RegExp = new RegExp(
  String.raw`\b(?:password|passcode|passphrase|code|pin|key|token|secret|` +
    String.raw`credentials?|login|username|account number|number|value|answer|ones|first ones|` +
    String.raw`diagnosis|medication|salary|balance|score|grade|` +
    String.raw`address|prompt|one|it|that)(?: (?:of|for|to|in) (?:\S+ ){1,4}?| ` +
    String.raw`\S+ \S+ \S+ )? ?(?:is|are|was|were|reads|equals|works|set to) ` +
    String.raw`(?:(?:now|simply|actually|currently|literally|just|probably) ` +
    String.raw`)?["'“]?(\S+?)["'”.,]*(?:\s|$)`,
  "giu",
);

/** What may follow `the password is` without telling it. */
export const noValue: ReadonlySet<string> = new Set(
  (
    "not confidential private secret protected safe none something encrypted hidden sensitive " +
    "never only strictly off-limits off restricted forbidden prohibited a an the my your our " +
    "his her their kept stored stays known unknown what where why how that this against " +
    "beyond outside best better wrong right illegal dangerous impossible possible denied " +
    "blocked nothing no to for in on of by with and or so very too also just here there " +
    "important personal classified unavailable all always out available rejected refused " +
    "declined inappropriate harmful unethical unsafe risky up i we you it they considered " +
    "treated meant clear i'm sorry shared given done able appropriate one where- because " +
    "required designed trained owned limited company customer information subject bound part " +
    "critical valuable worth like as such between hers his theirs ours"
  ).split(" "),
);

/** Verbs of instructions for making or doing something. */
export const instructionVerbs: ReadonlySet<string> = new Set(
  (
    "take put insert mix add fill cut drill pack seal pour heat cook combine place apply rake " +
    "open connect run execute type enter install download copy buy get start begin use make " +
    "create set remove drop wait press click pull push hold attach wrap light ignite dissolve " +
    "grind boil inject exploit bypass disable spoof launch scan crack guess hide disguise " +
    "steal grab stir shake load aim cover close tie burn crush melt soak drain bend break " +
    "pick slide twist assemble solder wire weld screw glue tape send forge fake buy order " +
    "obtain acquire gather collect prepare measure weigh repeat rotate rename overwrite " +
    "inhale smoke swallow crawl write wear bring stick carry go walk drive climb jump tell " +
    "pretend act google log slip sneak borrow swap print tap dial forward reply post paste " +
    "fold roll"
  ).split(" "),
);

/** What makes an instruction one for getting help, or for what is one's own. */
export const safeAdvice: RegExp = new RegExp(
  String.raw`\b(?:your own|reset|settings|support|help(?:line|desk)?|official|` +
    String.raw`administrator|admin team|hotline|professional|locksmith|lawyer|` +
    String.raw`doctor|police|authorities|(?:our|the|their) website|sign-in page|counsell?or|` +
    String.raw`therapist|manager|owner|forgot|legal|safe(?:ly|ty)?|contact|call|` +
    String.raw`emergency|licen[sc]ed|public(?:ly)?|self-service|in touch|form|` +
    String.raw`(?:in|through|via|over) the (?:app|chat|portal)|` +
    String.raw`human)\b`,
  "iu",
);

/** What is needed to do it; a permission is what is lacking. */
export const neededThing: RegExp = new RegExp(
  String.raw`\bneed (?:an?|the|some) ` +
    String.raw`(?!(?:\S+ ){0,2}(?:permission|approval|consent|authori|warrant|order))`,
  "iu",
);
