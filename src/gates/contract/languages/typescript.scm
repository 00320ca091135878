; Public signatures of TypeScript and JavaScript. What the captures mean stands in ../language-file.ts.
;; language: TypeScript/JavaScript
;; grammar tree-sitter-typescript: .ts .mts .cts
;; grammar tree-sitter-tsx: .tsx .js .jsx .mjs .cjs
;; group ambient: .d.ts .d.mts .d.cts
;; joined-by: .
;; quotes: " ' `
;; strings: string template_string template_literal_type regex
;; alike: " '
;; holes: template_substitution template_type
;; brackets: parenthesized_expression parenthesized_type
;; operators: binary_expression unary_expression update_expression ternary_expression await_expression as_expression satisfies_expression type_assertion non_null_expression new_expression call_expression member_expression subscript_expression union_type intersection_type conditional_type index_type_query array_type lookup_type optional_type
;; operands: binary_expression unary_expression update_expression ternary_expression await_expression type_assertion new_expression arrow_function union_type intersection_type conditional_type infer_type index_type_query type_query readonly_type
;; whole: identifier undefined this super number string template_string regex true false null object array function_expression generator_function class meta_property predefined_type type_identifier nested_type_identifier generic_type object_type tuple_type literal_type array_type lookup_type template_literal_type this_type
;; chains: member_expression call_expression subscript_expression non_null_expression as_expression satisfies_expression function_type constructor_type
;; flat: union_type intersection_type
;; order: declare public protected private static abstract override readonly accessor
;; kept: arrow_function function_expression generator_function class
;; tests: **/test/** **/tests/** **/__tests__/** **/*.test.* **/*.spec.*

; What is exported where it stands.
(export_statement declaration: [
  (function_declaration name: (_) @name)
  (generator_function_declaration name: (_) @name)
  (function_signature name: (_) @name)
  (class_declaration name: (_) @name)
  (abstract_class_declaration name: (_) @name)
  (interface_declaration name: (_) @name)
  (type_alias_declaration name: (_) @name)
  (enum_declaration name: (_) @name)
  (internal_module name: (_) @name)
  (module name: (identifier) @name)
  (ambient_declaration [
    (function_signature name: (_) @name)
    (class_declaration name: (_) @name)
    (abstract_class_declaration name: (_) @name)
    (interface_declaration name: (_) @name)
    (type_alias_declaration name: (_) @name)
    (enum_declaration name: (_) @name)
    (internal_module name: (_) @name)
    (module name: (identifier) @name)])]) @item
(export_statement declaration: [
  (lexical_declaration (variable_declarator name: (identifier) @name) @part)
  (variable_declaration (variable_declarator name: (identifier) @name) @part)
  (ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @part))
  (ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name) @part))]) @item
(export_statement declaration: (_ (variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name @part
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name "=" @cut right: (_) @cut) @part
  (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name "=" @cut right: (_) @cut)]) @part
  (rest_pattern (identifier) @name) @part])))) @item
(export_statement declaration: (_ (variable_declarator name: (array_pattern [
  (identifier) @name @part
  (assignment_pattern left: (identifier) @name "=" @cut right: (_) @cut) @part
  (rest_pattern (identifier) @name) @part])))) @item
(export_statement "export" @cut declaration: (_))
(export_statement "default" @cut declaration: (_))
((export_statement "default" declaration: [
  (function_declaration name: (_) @name)
  (function_signature name: (_) @name)
  (generator_function_declaration name: (_) @name)
  (class_declaration name: (_) @name)
  (abstract_class_declaration name: (_) @name)
  (interface_declaration name: (_) @name)]) @item (#set! name "default"))

; A decorator behind `export` has a line of its own, as which its grammar takes the word for a name.
((program (expression_statement (identifier) @_e) . [(class_declaration decorator: (_) name: (_) @name) (abstract_class_declaration decorator: (_) name: (_) @name)] @item) (#eq? @_e "export"))

; `export default` of something else, and `export =`.
((export_statement "default" value: (identifier) @listed) (#set! as "default"))
((export_statement "default" value: (_) @name) @item (#not-match? @name "^[A-Za-z_$][\\w$]*$") (#set! name "default"))
((export_statement "default" value: [(class body: (_) @cut) (parenthesized_expression (class body: (_) @cut))] @name) @scope (#set! name "default"))
((export_statement "default" value: (object) @name) @scope (#set! name "default"))
(export_statement "default" value: (object [
  (shorthand_property_identifier) @name @item
  (pair key: (_) @name value: (_) @value) @item
  (method_definition name: (_) @name) @item]))
(export_statement "default" value: (_) @value)
((export_statement "=" (identifier) @listed) (#set! as "export="))

; Another name for something.
(export_statement declaration: (import_alias . "import" . (identifier) @name)) @item
((export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @as value: (identifier) @listed))) (#set! alias yes))

; What is exported by its name elsewhere; of a class that is a type only nothing can be made.
(export_statement "type" @lead (export_clause)) @led
(export_specifier "type" @lead) @led
(export_specifier name: (_) @listed !alias)
(export_specifier name: (_) @listed alias: (_) @as)
(export_statement source: (_) @from) @foreign
(export_statement (namespace_export (_) @name) source: (_)) @item
((export_statement "*" source: (string) @name) @item (#set! prefix "* from "))

; What has to be exported by its name to be seen.
((program [
  (function_declaration name: (_) @name)
  (generator_function_declaration name: (_) @name)
  (function_signature name: (_) @name)
  (class_declaration name: (_) @name)
  (abstract_class_declaration name: (_) @name)
  (enum_declaration name: (_) @name)
  (internal_module name: (_) @name)
  (module name: (identifier) @name)
  (expression_statement (internal_module name: (_) @name))] @item) (#set! shown listed))
((program [(interface_declaration name: (_) @name) (type_alias_declaration name: (_) @name)] @item) (#set! shown public) (#set! is type))
((program (lexical_declaration (variable_declarator name: (identifier) @name) @part) @item) (#set! shown listed) (#set! is value))
((program (variable_declaration (variable_declarator name: (identifier) @name) @part) @item) (#set! shown listed) (#set! is value))
((program (import_statement (import_clause (named_imports (import_specifier name: (_) @name !alias) @part) @among)) @item) (#set! shown listed))
((program (import_statement (import_clause (named_imports (import_specifier alias: (_) @name) @part) @among)) @item) (#set! shown listed))
((program (import_statement (import_clause (identifier) @name @part)) @item) (#set! shown listed))
((program (import_statement (import_clause (namespace_import (identifier) @name) @part)) @item) (#set! shown listed))
((program (import_statement (import_require_clause (identifier) @name)) @item) (#set! shown listed))
((program (import_alias . "import" . (identifier) @name) @item) (#set! shown listed))
((program (_ (variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name @part
  (pair_pattern value: (identifier) @name) @part]))) @item) (#set! shown listed))
(program (_ (variable_declarator name: [(object_pattern) (identifier)] value: [
  (call_expression function: (identifier) @_r)
  (member_expression object: (call_expression function: (identifier) @_r))] @kept)) (#eq? @_r "require"))

; What is declared by a name has another one outside where it is handed out by that. What something of elsewhere is called here is
; seen by nobody; what it is called there stays.
[(function_declaration name: (_) @own) (generator_function_declaration name: (_) @own) (function_signature name: (_) @own)
  (class_declaration name: (_) @own) (abstract_class_declaration name: (_) @own) (interface_declaration name: (_) @own)
  (type_alias_declaration name: (_) @own) (enum_declaration name: (_) @own) (internal_module name: (_) @own) (module name: (identifier) @own)
  (variable_declarator name: (identifier) @own) (import_clause (identifier) @own) (namespace_import (identifier) @own)
  (import_require_clause (identifier) @own) (import_alias . "import" . (identifier) @own)]
(import_specifier "as" @aside alias: (_) @aside @own)
(program (_ (variable_declarator name: (object_pattern (pair_pattern ":" @aside value: (identifier) @aside @own)))))

; What is only declared, which is no word of its signature in a file of declarations. All in such a file, in a namespace and in a
; module that are declared is seen, unless a list or a value is exported there; of any other file nothing is that is not exported.
; What is put to what is there everywhere is seen by all.
((ambient_declaration "declare" @cut) (#set! only ambient))
((program (ambient_declaration [
  (function_signature name: (_) @name)
  (class_declaration name: (_) @name)
  (abstract_class_declaration name: (_) @name)
  (enum_declaration name: (_) @name)
  (internal_module name: (_) @name)
  (module name: (identifier) @name)]) @item) (#set! shown public))
((program (ambient_declaration [(interface_declaration name: (_) @name) (type_alias_declaration name: (_) @name)]) @item) (#set! shown public) (#set! is type))
((program (ambient_declaration [
  (lexical_declaration (variable_declarator name: (identifier) @name) @part)
  (variable_declaration (variable_declarator name: (identifier) @name) @part)]) @item) (#set! shown public) (#set! is value))
((program (ambient_declaration (module name: (string) @name)) @item) (#set! only ambient))
((ambient_declaration (_ body: (statement_block [
  (function_signature name: (_) @name)
  (class_declaration name: (_) @name)
  (abstract_class_declaration name: (_) @name)
  (enum_declaration name: (_) @name)
  (interface_declaration name: (_) @name)
  (type_alias_declaration name: (_) @name)
  (internal_module name: (_) @name)
  (module name: (identifier) @name)
  (expression_statement (internal_module name: (_) @name))
  (lexical_declaration (variable_declarator name: (identifier) @name) @part)
  (variable_declaration (variable_declarator name: (identifier) @name) @part)] @item))) (#set! shown public))
([
  (function_signature name: (_) @name)
  (class_declaration name: (_) @name)
  (abstract_class_declaration name: (_) @name)
  (enum_declaration name: (_) @name)
  (internal_module name: (_) @name)
  (module name: (identifier) @name)] @item (#set! only ambient) (#set! shown public))
([(interface_declaration name: (_) @name) (type_alias_declaration name: (_) @name)] @item (#set! only ambient) (#set! shown public) (#set! is type))
([
  (lexical_declaration (variable_declarator name: (identifier) @name) @part)
  (variable_declaration (variable_declarator name: (identifier) @name) @part)] @item (#set! only ambient) (#set! shown public) (#set! is value))
(ambient_declaration "global" (statement_block [
  (function_signature name: (_) @name)
  (class_declaration name: (_) @name)
  (abstract_class_declaration name: (_) @name)
  (enum_declaration name: (_) @name)
  (interface_declaration name: (_) @name)
  (type_alias_declaration name: (_) @name)
  (lexical_declaration (variable_declarator name: (identifier) @name) @part)
  (variable_declaration (variable_declarator name: (identifier) @name) @part)] @item))
(ambient_declaration "global" (statement_block [(internal_module name: (_) @name) @item (expression_statement (internal_module name: (_) @name) @item)]))
((program) @lists (#set! not ambient))
(export_statement [(export_clause) (namespace_export) "*" "="]) @lists
(export_statement "default" value: [(identifier) (member_expression)]) @lists

; Members of what is seen.
(class_declaration name: (_) @name body: (_) @cut) @scope
(abstract_class_declaration name: (_) @name body: (_) @cut) @scope
(variable_declarator name: (identifier) @name value: [(class body: (_) @cut) (parenthesized_expression (class body: (_) @cut))]) @scope
(interface_declaration name: (_) @name body: (_) @cut) @scope
(enum_declaration name: (_) @name body: (_) @cut) @scope
((internal_module name: (_) @name body: (_) @cut) @scope (#set! lists own))
((module name: (_) @name body: (_) @cut) @scope (#set! lists own))
(class_body (method_definition name: (_) @name) @item)
(class_body (method_signature name: (_) @name) @item)
(class_body (abstract_method_signature name: (_) @name) @item)
(class_body (public_field_definition name: (_) @name) @item)
((class_body (index_signature "[" @name) @item) (#set! name "[]"))
(public_field_definition value: (_) @value)
(interface_body (property_signature name: (_) @name) @item)
(interface_body (method_signature name: (_) @name) @item)
((interface_body (call_signature) @name @item) (#set! name "()"))
((interface_body (construct_signature) @name @item) (#set! name "new"))
((interface_body (index_signature "[" @name) @item) (#set! name "[]"))
(enum_body name: (_) @name @item)
(enum_body (enum_assignment name: (_) @name) @item)
(enum_body name: (_) @counted) @list
(enum_body (enum_assignment value: (_) @number) @counted) @list
((class_body (_ (accessibility_modifier) @_a) @private) (#any-of? @_a "private" "protected"))
(class_body (_ name: (private_property_identifier)) @private)

; Functions of an object that is known by a name, where they are written and as they are put there later.
(program (_ (variable_declarator name: (identifier) @name !type value: [(object) (as_expression (object)) (satisfies_expression (object))]) @scope))
(program (_ (variable_declarator name: (identifier) !type value: [
  (object [
    (method_definition name: (_) @name) @item
    (shorthand_property_identifier) @name @item
    (pair key: (_) @name value: (identifier) @value) @item
    (pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function) (class)]) @item])
  (as_expression (object [
    (method_definition name: (_) @name) @item
    (shorthand_property_identifier) @name @item
    (pair key: (_) @name value: (identifier) @value) @item
    (pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function) (class)]) @item]))
  (satisfies_expression (object [
    (method_definition name: (_) @name) @item
    (shorthand_property_identifier) @name @item
    (pair key: (_) @name value: (identifier) @value) @item
    (pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function) (class)]) @item]))])))
(export_statement declaration: (_ (variable_declarator name: (identifier) @name !type value: [(object) (as_expression (object)) (satisfies_expression (object))]) @scope))
(export_statement declaration: (_ (variable_declarator name: (identifier) !type value: [
  (object [
    (method_definition name: (_) @name) @item
    (shorthand_property_identifier) @name @item
    (pair key: (_) @name value: (identifier) @value) @item
    (pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function) (class)]) @item])
  (as_expression (object [
    (method_definition name: (_) @name) @item
    (shorthand_property_identifier) @name @item
    (pair key: (_) @name value: (identifier) @value) @item
    (pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function) (class)]) @item]))
  (satisfies_expression (object [
    (method_definition name: (_) @name) @item
    (shorthand_property_identifier) @name @item
    (pair key: (_) @name value: (identifier) @value) @item
    (pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function) (class)]) @item]))])))
((program (expression_statement (assignment_expression left: (member_expression object: (identifier) @name)) @scope))
  (#not-any-of? @name "module" "exports") (#set! of known))
((program (expression_statement (assignment_expression left: (member_expression object: (identifier) @_o property: (_) @name) right: [(identifier) (arrow_function) (function_expression) (generator_function) (class)]) @item))
  (#not-any-of? @_o "module" "exports"))
((program (expression_statement (assignment_expression left: (member_expression object: (member_expression object: (identifier) @name property: (_) @_p))) @scope))
  (#eq? @_p "prototype") (#set! of known))
((program (expression_statement (assignment_expression left: (member_expression object: (member_expression object: (identifier) property: (_) @_p) property: (_) @name) right: [(identifier) (arrow_function) (function_expression) (generator_function) (class)]) @item))
  (#eq? @_p "prototype"))

; What a function does, and the value of a variable, are none of it.
(function_declaration body: (_) @body)
(generator_function_declaration body: (_) @body)
(function_expression body: (_) @body)
(generator_function body: (_) @body)
(arrow_function body: (_) @body)
(method_definition body: (_) @body)
(class_static_block) @body
(variable_declarator value: (_) @value)
; What a function or a class of an expression is called is known in it alone.
[(function_expression name: (_) @cut) (generator_function name: (_) @cut) (class name: (_) @cut)]

; CommonJS: what `module.exports` is, its members, and how they are put there one by one. What a function does is passed over.
((assignment_expression left: (member_expression object: (identifier) @_m property: (_) @_e) right: [
    (identifier) @listed
    (assignment_expression left: (identifier) right: (identifier) @listed)])
  (#eq? @_m "module") (#eq? @_e "exports") (#set! as "module.exports"))
((assignment_expression left: (member_expression object: (identifier) @_m property: (_) @_e) right: [(function_expression) (arrow_function) (class) (parenthesized_expression)] @name) @item
  (#eq? @_m "module") (#eq? @_e "exports") (#set! name "module.exports"))
((assignment_expression left: (member_expression object: (identifier) @_m property: (_) @_e)
    right: (assignment_expression left: (identifier) right: [(function_expression) (arrow_function) (class) (parenthesized_expression)] @name) @item)
  (#eq? @_m "module") (#eq? @_e "exports") (#set! name "module.exports"))
((assignment_expression left: (member_expression object: (identifier) @_m property: (_) @_e) right: [
    (class body: (_) @cut) @name
    (parenthesized_expression (class body: (_) @cut)) @name
    (assignment_expression left: (identifier) right: (class body: (_) @cut) @name)]) @scope
  (#eq? @_m "module") (#eq? @_e "exports") (#set! name "module.exports"))
((assignment_expression left: (member_expression object: (identifier) @_m property: (_) @_e) right: [
    (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)])
    (parenthesized_expression (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)]))
    (assignment_expression left: (identifier) right: (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)]))])
  (#eq? @_m "module") (#eq? @_e "exports"))
((assignment_expression left: (member_expression object: (identifier) @_m property: (_) @_e) right: [
    (object [(pair key: (_) @name value: (_) @_v) @item (method_definition name: (_) @name) @item])
    (parenthesized_expression (object [(pair key: (_) @name value: (_) @_v) @item (method_definition name: (_) @name) @item]))
    (assignment_expression left: (identifier) right: (object [(pair key: (_) @name value: (_) @_v) @item (method_definition name: (_) @name) @item]))])
  (#eq? @_m "module") (#eq? @_e "exports") (#not-match? @_v "^[A-Za-z_$][\\w$]*$"))
((assignment_expression left: (member_expression object: (identifier) @_m property: (_) @_e) right: [
    (object (spread_element (_) @name) @item)
    (parenthesized_expression (object (spread_element (_) @name) @item))
    (assignment_expression left: (identifier) right: (object (spread_element (_) @name) @item))])
  (#eq? @_m "module") (#eq? @_e "exports") (#set! prefix "* of "))
((assignment_expression left: (member_expression object: (identifier) @_m property: (_) @_e)
    right: (call_expression function: (identifier) @_r arguments: (arguments . (string) @name)) @item)
  (#eq? @_m "module") (#eq? @_e "exports") (#eq? @_r "require") (#set! prefix "* from "))
((assignment_expression
    left: [(member_expression object: (identifier) @_m property: (_) @as) (subscript_expression object: (identifier) @_m index: (string) @as)]
    right: (identifier) @listed)
  (#eq? @_m "exports"))
((assignment_expression
    left: [(member_expression object: (identifier) @_m property: (_) @name) (subscript_expression object: (identifier) @_m index: (string) @name)]
    right: (_) @_v) @item
  (#eq? @_m "exports") (#not-match? @_v "^[A-Za-z_$][\\w$]*$"))
((assignment_expression
    left: [(member_expression object: (member_expression) @_m property: (_) @as) (subscript_expression object: (member_expression) @_m index: (string) @as)]
    right: (identifier) @listed)
  (#eq? @_m "module.exports"))
((assignment_expression
    left: [(member_expression object: (member_expression) @_m property: (_) @name) (subscript_expression object: (member_expression) @_m index: (string) @name)]
    right: (_) @_v) @item
  (#eq? @_m "module.exports") (#not-match? @_v "^[A-Za-z_$][\\w$]*$"))
((call_expression function: (member_expression) @_d arguments: (arguments . (_) @_m . (string) @name . (_) @cut)) @item
  (#eq? @_d "Object.defineProperty") (#any-of? @_m "exports" "module.exports") (#not-match? @name "^.__esModule.$"))
((call_expression function: (member_expression) @_d arguments: (arguments . (_) @_m . (string) @as . (object (pair key: (_) @_k value: (identifier) @listed))))
  (#eq? @_d "Object.defineProperty") (#any-of? @_m "exports" "module.exports") (#eq? @_k "value"))
((call_expression function: (_) @_s arguments: (arguments . (call_expression arguments: (arguments . (string) @name)))) @item
  (#match? @_s "(?:^|[.])__exportStar$") (#set! prefix "* from "))
(assignment_expression right: (_) @value)
(assignment_expression right: (object (pair value: (_) @value)))

; What an object hands out by a name is compared with what has that name here.
(export_statement declaration: (_ (variable_declarator name: (identifier) @within !type value: [
    (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)])
    (as_expression (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)]))
    (satisfies_expression (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)]))])))
((export_statement "default" value: [
    (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)])
    (as_expression (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)]))
    (satisfies_expression (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)]))]) (#set! within "default"))
((assignment_expression left: (member_expression object: (identifier) @_m property: (_) @within) right: [
    (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)])
    (as_expression (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)]))
    (satisfies_expression (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)]))])
  (#eq? @_m "exports"))
((assignment_expression left: (member_expression object: (member_expression) @_m property: (_) @within) right: [
    (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)])
    (as_expression (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)]))
    (satisfies_expression (object [(shorthand_property_identifier) @listed (pair key: (_) @as value: (identifier) @listed)]))])
  (#eq? @_m "module.exports"))

; Functions of an object that is put there under a name.
((assignment_expression left: (member_expression object: (identifier) @_m property: (_) @name) right: (object)) @scope
  (#eq? @_m "exports"))
((assignment_expression left: (member_expression object: (identifier) @_m) right: (object [
    (method_definition name: (_) @name) @item
    (pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function) (class)]) @item]))
  (#eq? @_m "exports"))
((assignment_expression left: (member_expression object: (member_expression) @_m property: (_) @name) right: (object)) @scope
  (#eq? @_m "module.exports"))
((assignment_expression left: (member_expression object: (member_expression) @_m) right: (object [
    (method_definition name: (_) @name) @item
    (pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function) (class)]) @item]))
  (#eq? @_m "module.exports"))

; What is written in one of several ways that mean the same.
(union_type . "|" @cut)
(intersection_type . "&" @cut)
(object_type) @separated
(arrow_function parameter: (identifier) @bracketed)
[(property_signature name: (string) @bare) (method_signature name: (string) @bare) (public_field_definition name: (string) @bare)
  (method_definition name: (string) @bare) (enum_assignment name: (string) @bare) (enum_body name: (string) @bare) (pair key: (string) @bare)]
[(pair_pattern key: (string) @bare) (import_specifier name: (string) @bare) (export_specifier name: (string) @bare) (export_specifier alias: (string) @bare)]
(new_expression !arguments) @called
[(public_field_definition) (method_definition) (method_signature) (abstract_method_signature) (required_parameter) (optional_parameter)] @words
