import { stem } from "./words.ts";

/** The kinds of meaning that a word has where somebody is told no, or is not. */
export function kindsOf(word: string): readonly string[] {
  known ??= byWord();
  return known.get(word) ?? known.get(stem(word)) ?? [];
}

// --- inside ---

let known: ReadonlyMap<string, readonly string[]> | undefined;

function byWord(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [kind, words] of Object.entries(kinds)) {
    for (const word of new Set(words.flatMap((one) => [one, stem(one)]))) {
      found.set(word, [...(found.get(word) ?? []), kind]);
    }
  }
  return found;
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  negation: wordsIn(`
    not never no nothing none nobody neither nor without hardly cannot nope nah negative
    nicht kein keine keinen keiner keinem nie niemals nichts nein weder ohne
    ne n pas jamais rien aucun aucune non sans nunca ningún ninguna nada tampoco sin`),
  self: wordsIn(`
    i me my we us our ourselves myself ich wir mir mich uns mein je j nous mon moi yo nosotros mi`),
  asker: wordsIn(
    "you your yours yourself sie ihnen ihr ihre dir dein vous votre tu te usted su ustedes",
  ),
  able: wordsIn(`
    can could may might able ability unable capable position liberty
    kann können darf dürfen peux puis pouvons puedo podemos`),
  will: wordsIn("will would shall going werde würde vais voy"),
  must: wordsIn(`
    must need needs require requires required requirement mandatory have obliged obligated owe
    muss müsste müssen braucht dois doit debe tendrá`),
  secret: wordsIn(`
    confidential confidentially private privately secret secrecy sealed seal embargo embargoed
    classified proprietary internal internally sensitive protected restricted privileged masked
    encrypted anonymous anonymously discretion discreet privacy confidentiality undisclosed closed
    personal vertraulich geheim intern interne privat persönlich datenschutz confidentiel
    confidentielle privé privée secrète interne confidencial confidenciales privado privada
    privados privacidad secreto`),
  barred: wordsIn(`
    forbidden prohibited prohibit prohibits banned barred disallowed blocked denied declined
    refused rejected disabled mandatory illegal unlawful punishable unethical immoral unfair
    dishonest misleading deceptive wrong inappropriate irresponsible impossible unacceptable
    limits untouchable allowed permitted authorised authorized permission entitled authority
    rights cleared eligible untersagt verboten strafbar unzulässig gestattet erlaubt befugt
    interdit interdite illégal autorisé habilité prohibido prohibida ilegal permitida permitido
    autorizado`),
  crime: wordsIn(`
    crime criminal fraud forgery piracy theft plagiarism offence offense laundering tampering
    harassment violation violate violates breach abuse delito delit straftat betrug estafa
    estafas`),
  harm: wordsIn(`
    harm harmful hurt hurts danger dangerous unsafe risk risky risks safety endanger mislead
    misleads damage victims retaliation expose undermine undermining`),
  policy: wordsIn(`
    policy policies rule rules guideline guidelines law laws legal legally regulation regulations
    terms compliance gdpr hipaa pci retention standards principles ethics ethical conscience
    règles normas regeln gesetz loi ley`),
  decline: wordsIn(`
    decline refuse pass refrain abstain object draw line skip stop stay steer out sorry afraid
    regret apologise apologize unfortunately sadly regrettably leider lehne verweigere passen
    désolé regrette malheureusement refuser refuse siento lamento lamentablemente refuso niego`),
  keep: wordsIn(`
    keep keeps keeping kept stay stays stayed remain remains remaining hold holding leave leaving
    untouched bleibt bleiben reste restent queda sigue`),
  share: wordsIn(`
    share shared sharing give gives giving given reveal revealing disclose disclosed discloses
    discuss discussing tell telling told provide provided providing hand handed release released
    show shown showing display comment quote quoting say name names identify answer pass publish
    recite weitergeben sagen heraus herausgeben nennen auskunft auskünfte erteile spreche
    communique communiquer montrer donner divulguer dire compartir dar decir hablar contar
    responder`),
  help: wordsIn(`
    help helping assist assistance assisting support supporting advise advice participate part
    comply aid helfe helfen hilft aider ayudar ayudo participar`),
  offer: wordsIn(`
    instead alternatively happy glad gladly welcome offer suggest recommend rather prefer propose
    stattdessen gern vielleicht`),
  redirect: wordsIn(`
    contact ask reach consult speak talk turn visit report request requests ticket apply wenden
    anrufen adressez demandez contacte pregunte pregúntaselo`),
  office: wordsIn(`
    manager hr it lawyer attorney doctor physician pharmacist police court department team
    administrator admin board support authority authorities colleague reception finance
    procurement owner deputy supervisor editor regulator regulators legal officer technician
    security staff vorstand geschäftsleitung personalabteilung médecin direction médico jefe
    director`),
  owner: wordsIn(`
    owner theirs hers his own belongs belong alone only solely exclusively themselves herself
    himself recipient someone somebody fremde`),
  others: wordsIn("other else's others another else andere autres otros"),
  contrast: wordsIn(`
    but however although though still anyway nonetheless nevertheless yet except aber jedoch
    trotzdem allerdings mais cependant toutefois pero aunque`),
  aside: wordsIn(`
    hint psst shh shhh wink unofficially gist basically roughly essentially broadly summary short
    brief background fyi pseudocode nutshell secretly technically exception once kidding okay ok
    fine sure deal done course actually apparently normally officially eigentlich normalerweise
    offiziell nämlich gerne natürlich klar résumé voici bien aquí listo claro`),
  anyone: wordsIn(`
    you'd someone one attacker people most many usually typically generally educational example
    sample draft template somebody they'd burglars thieves criminals hackers experts students`),
  frame: wordsIn(`
    hypothetically theoretically conceptually fictionally theory experiment imagine suppose fiction
    fictional novel story movie character research role purely hypothetical theoretisch angenommen
    théorie imaginons hipotéticamente teoría`),
  deed: wordsIn(`
    sent posted deleted removed opened booked transferred copied exported moved approved changed
    unlocked disabled applied added created refunded credited issued placed ordered started
    activated granted set turned switched made put wired split cancelled canceled cleared
    attached forwarded mailed emailed uploaded downloaded edited backdated unsubscribed marked
    used ticked entered submitted published registered enabled upgraded gone running active
    gelöscht gebucht überwiesen verschickt gesendet geändert gesperrt freigegeben envoyé supprimé
    supprimés réservé effectué transferido enviado borrado`),
  looked: wordsIn(`
    reviewed checked received understand appreciate noted forwarded logged reported flagged
    designed trained promised notified reminder`),
  order: wordsIn(`
    take put insert mix add fill cut drill pack seal pour heat cook combine place apply rake open
    connect run execute type enter install download copy buy get start begin use make create set
    remove drop wait press click pull push hold attach wrap light ignite dissolve grind boil
    inject exploit bypass disable spoof launch scan crack guess hide disguise steal grab stir
    shake load aim cover close tie burn crush melt soak drain bend break pick slide twist
    assemble solder wire weld screw glue tape send forge fake buy order obtain acquire gather
    collect prepare measure weigh repeat rotate rename overwrite swallow wear bring stick carry
    climb pretend act google slip sneak borrow swap print tap dial delete switch choose browse
    reload look try log deposit bridge`),
  numeral: wordsIn(`
    two three four five six seven eight nine ten twelve twenty thirty forty fifty hundred
    thousand million half dozen zwei drei deux trois dos tres`),
  value: wordsIn(`
    password code pin key number address salary name diagnosis formula earns lives suffers takes
    cost costs price euros eur usd dollars verdient bekommt wohnt souffre prend gana tiene toma
    padece vive`),
  them: wordsIn("he she they him her them it's its er es il elle ils él ella"),
  reason: wordsIn("because since as so therefore hence thus reason reasons why deshalb daher donc"),
  silence: wordsIn(`
    lips sealed promise sworn bound oath mum quiet silence silent zip surprise embargoed`),
};

function wordsIn(text: string): readonly string[] {
  return text.trim().split(/\s+/u);
}
