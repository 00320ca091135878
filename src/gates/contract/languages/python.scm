; Public signatures of Python. What the captures mean stands in ../language-file.ts.
;; language: Python
;; grammar tree-sitter-python: .py .pyi
;; group package: __init__.py __init__.pyi
;; joined-by: .
;; tuple: tuple
;; quotes: " '
;; strings: string
;; brackets: parenthesized_expression
;; operators: boolean_operator not_operator comparison_operator binary_operator unary_operator conditional_expression await attribute subscript call
;; operands: boolean_operator not_operator comparison_operator binary_operator unary_operator conditional_expression await lambda concatenated_string
;; whole: identifier integer float string true false none ellipsis list dictionary set tuple list_comprehension dictionary_comprehension set_comprehension generator_expression attribute subscript call
;; kept: lambda
;; alike: " '
;; encoding: ^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)
;; tests: **/test/** **/tests/** **/test_*.py **/*_test.py **/conftest.py

; A name that begins with an underscore is private, unless `__all__` lists it; methods such as `__call__` are not.
((function_definition name: (identifier) @name) @item (#match? @name "^(?:[^_]|__.*__$)") (#set! shown public))
((class_definition name: (identifier) @name) @item @scope (#match? @name "^[^_]") (#set! shown public))
((decorated_definition definition: (function_definition name: (identifier) @name)) @item (#match? @name "^(?:[^_]|__.*__$)") (#set! shown public))
((decorated_definition definition: (class_definition name: (identifier) @name)) @item (#match? @name "^[^_]") (#set! shown public))
((function_definition name: (identifier) @name) @item (#match? @name "^_") (#not-match? @name "^__.*__$") (#set! shown listed))
((class_definition name: (identifier) @name) @item @scope (#match? @name "^_") (#set! shown listed))
((decorated_definition definition: (function_definition name: (identifier) @name)) @item (#match? @name "^_") (#not-match? @name "^__.*__$") (#set! shown listed))
((decorated_definition definition: (class_definition name: (identifier) @name)) @item (#match? @name "^_") (#set! shown listed))
(function_definition body: (_) @body)
(class_definition superclasses: (argument_list . "(" . ")" .) @cut)
(lambda body: (_) @body)
(class_definition body: (_) @cut)

; Variables of modules and classes; their values are none of it.
((expression_statement (assignment left: (identifier) @name)) @item (#match? @name "^[^_]") (#set! shown public) (#set! is value))
((expression_statement (assignment left: (identifier) @name)) @item (#match? @name "^_") (#not-match? @name "^__") (#set! shown listed) (#set! is value))
((expression_statement (assignment left: [(pattern_list (identifier) @name @part) (tuple_pattern (identifier) @name @part) (list_pattern (identifier) @name @part)])) @item
  (#match? @name "^[^_]") (#set! shown public) (#set! is value))
(assignment left: (tuple_pattern ["(" ")"] @cut))
(assignment left: (list_pattern ["[" "]"] @cut))
((expression_statement (assignment right: (assignment left: (identifier) @name) @item)) (#match? @name "^[^_]") (#set! shown public) (#set! is value))
(assignment right: (assignment right: (_) @value))
(expression_statement (assignment right: (_) @value))
; Values that say what is made by them, or which type a name stands for.
(expression_statement (assignment right: (call function: (_) @_f) @kept)
  (#match? @_f "^(?:\\w+\\.)*(?:namedtuple|NamedTuple|TypedDict|NewType|make_dataclass|(?:Int|Str)?Enum|(?:Int)?Flag)$"))
(expression_statement (assignment type: (_) @_t right: (_) @kept) (#match? @_t "^(?:\\w+\\.)*TypeAlias$"))
(expression_statement (assignment right: (subscript value: (_) @_t) @kept)
  (#match? @_t "^(?:\\w+\\.)*(?:Union|Optional|Literal|Annotated|Callable|[Ll]ist|[Dd]ict|[Ss]et|[Ff]rozen[Ss]et|[Tt]uple|[Tt]ype|Iterable|Iterator|Sequence|Mapping)$"))
((type_alias_statement left: (type (identifier) @name)) @item (#set! shown public))
((type_alias_statement left: (type (generic_type (identifier) @name))) @item (#set! shown public))

; What has another name outside, and what something of elsewhere is called here.
[(function_definition name: (_) @own) (class_definition name: (_) @own) (assignment left: (identifier) @own)]
(import_from_statement name: (aliased_import "as" @aside alias: (_) @aside @own))
(import_statement name: (aliased_import "as" @aside alias: (_) @aside @own))

; Another name for something of the same module, and a name that is taken away.
((module (expression_statement (assignment left: (identifier) @as right: (identifier) @listed))) (#set! alias yes))
((module (expression_statement (assignment left: (identifier) @as right: (assignment left: (_) right: (identifier) @listed)))) (#set! alias yes))
((module (expression_statement (assignment right: (assignment left: (identifier) @as right: (identifier) @listed)))) (#set! alias yes))
(module (delete_statement [
  (identifier) @gone
  (expression_list (identifier) @gone)
  (tuple (identifier) @gone)
  (parenthesized_expression (identifier) @gone)]))

; Fields that are the parameters of what makes an object, in their order and with what they are without one.
(decorated_definition
  (decorator) @_d
  definition: (class_definition name: (_) @holder body: (block (expression_statement (assignment left: (identifier) type: (_) @_t) @field)))
  (#match? @_d "^@(?:\\w+\\.)*(?:dataclass|define|frozen|mutable)\\b") (#not-match? @_t "^(?:\\w+\\.)*ClassVar\\b"))
(class_definition name: (_) @holder superclasses: (argument_list (_) @_b)
  body: (block (expression_statement (assignment left: (identifier) type: (_)) @field))
  (#match? @_b "^(?:\\w+\\.)*NamedTuple$"))

; What an object gets when it is made is an attribute of its class.
((class_definition body: (block (function_definition name: (identifier) @_init
    body: (block (expression_statement (assignment left: (attribute object: (identifier) @_self attribute: (identifier) @name))) @item)))) @anchor
  (#eq? @_init "__init__") (#eq? @_self "self") (#match? @name "^[^_]"))

; What a module says of itself.
((expression_statement (assignment left: (identifier) @_all right: [(list (string (string_content) @listed)) (tuple (string (string_content) @listed))]))
  (#eq? @_all "__all__"))
((expression_statement (assignment left: (identifier) @_all right: [(list) (tuple)]) @lists) (#eq? @_all "__all__"))
((expression_statement (augmented_assignment left: (identifier) @_all right: [(list (string (string_content) @listed)) (tuple (string (string_content) @listed))]))
  (#eq? @_all "__all__"))
((expression_statement (call function: (attribute object: (identifier) @_all attribute: (identifier) @_how)
    arguments: (argument_list [(list (string (string_content) @listed)) (string (string_content) @listed)])))
  (#eq? @_all "__all__") (#any-of? @_how "extend" "append"))

; What it hands on from others: where it lists that, all that a module beside it has, and a package what it takes from its own modules.
(import_from_statement ["(" ")"] @cut)
((import_from_statement name: (dotted_name) @name @part) @item (#set! shown listed))
((import_from_statement name: (aliased_import alias: (_) @name) @part) @item (#set! shown listed))
((import_statement name: (dotted_name . (identifier) @name .) @part) @item (#set! shown listed))
((import_statement name: (aliased_import alias: (_) @name) @part) @item (#set! shown listed))
((import_from_statement module_name: (relative_import) name: (dotted_name) @name @part) @item (#match? @name "^[^_]") (#set! shown public) (#set! only package))
((import_from_statement module_name: (relative_import) name: (aliased_import alias: (_) @name) @part) @item (#match? @name "^[^_]") (#set! shown public) (#set! only package))
((import_from_statement module_name: (relative_import) @name (wildcard_import)) @item (#set! prefix "* from ") (#set! shown public))
((import_from_statement module_name: (dotted_name) @name (wildcard_import)) @item (#set! prefix "* from ") (#set! shown public) (#set! only package))
